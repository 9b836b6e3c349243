import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { runErrorOf } from '../../plugin/cluster/errors.ts';
import { ApiError, type ApiErrorKind } from '../../plugin/cluster/port.ts';
import { RunError } from '../../plugin/model/run-error.ts';

const asked = {
  server: 'https://k.example.test',
  context: 'prod',
  account: 'system:serviceaccount:edu:warmgate',
};

function told(kind: ApiErrorKind, reason: string, status = 0, resource = 'pods'): RunError {
  return runErrorOf(new ApiError({ kind, status, reason, verb: 'list', resource, namespace: 'edu' }), asked);
}

test('a missing permission names account, verb, resource and namespace', () => {
  const error = told('forbidden', 'Forbidden', 403);
  assert.is(error.message, 'system:serviceaccount:edu:warmgate may not list pods in namespace edu');
  assert.is(error.exit, 3);
});

test('each kind of error has its sentence and its exit', () => {
  const rows: [RunError, string, number][] = [
    [told('busy', 'InternalError', 500), 'busy', 3],
    [told('unreachable', 'ECONNREFUSED'), 'unreachable', 3],
    [told('unreachable', 'SELF_SIGNED_CERT_IN_CHAIN'), 'untrusted', 3],
    [told('unreachable', 'ERR_TLS_CERT_ALTNAME_INVALID'), 'untrusted', 3],
    [told('unauthorized', 'Unauthorized', 401), 'unauthorized', 3],
    [told('invalid', 'Invalid', 422), 'refused', 3],
    [told('notFound', 'NotServed', 404, 'appdefinitions'), 'notInstalled', 2],
    [told('notFound', 'NotServed', 404, 'httproutes'), 'refused', 3],
  ];
  for (const [error, code, exit] of rows) assert.equal([error.code, error.exit], [code, exit]);
});

test('an error about the run stays itself, anything else is our bug', () => {
  const own = new RunError('interrupted', {});
  assert.is(runErrorOf(own, asked), own);
  const bug = runErrorOf(new TypeError('x is not a function'), asked);
  assert.equal([bug.exit, bug.message], [70, 'warmgate has a bug: TypeError: x is not a function']);
  assert.is(runErrorOf('text', asked).exit, 70);
});

test.run();
