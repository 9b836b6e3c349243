import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { KubeObject } from '../../../plugin/model/kube.ts';
import { claimInstance } from '../../../plugin/theia/reconcile/claim.ts';
import type { Operator } from '../../../plugin/theia/reconcile/kinds.ts';
import { poolPass } from '../../../plugin/theia/reconcile/pass.ts';
import { type Request, RequestFailed, type Work } from '../../../plugin/theia/reconcile/requests.ts';
import { usualSettings } from '../../../plugin/theia/templates/subject.ts';
import { definition, freshPool, session } from '../pools.ts';

const app = definition('ide', { minInstances: 2 });
const next = definition('ide', { minInstances: 2 }, 2);
const main = (id: number): string => `instance-${id}-ide-381261d79c23`;

interface Played {
  /** Writes in order, `delete Service name`; refused ones with a `!`. */
  writes: string[];
  lines: string[];
  /** Of work that ended by an error. */
  error: string | undefined;
  locks: string[];
}

/** Answers the work's requests from objects that do not change, refusing some. */
function play(
  work: Work<unknown>,
  objects: readonly KubeObject[],
  refused: (request: Request) => number,
): Played {
  const played: Played = { writes: [], lines: [], error: undefined, locks: [] };
  const source = { kind: 'ConfigMap', metadata: { name: 'oauth2-proxy-config' }, data: {} };
  const answer = (request: Request): unknown => {
    switch (request.verb) {
      case 'list':
        return objects.filter(({ kind }) => kind === request.kind);
      case 'get':
        return [...objects, source].find(
          ({ kind, metadata }) => kind === request.kind && metadata.name === request.name,
        );
      case 'log':
        return played.lines.push(request.line);
      case 'lock':
      case 'unlock':
        return played.locks.push(request.verb);
      case 'now':
        return 0;
      default:
        return undefined;
    }
  };
  try {
    let result = work.next();
    while (result.done !== true) {
      const request = result.value;
      const status = refused(request);
      if (request.verb === 'create' || request.verb === 'delete' || request.verb === 'patch') {
        const name = 'name' in request ? request.name : (request.object as KubeObject).metadata.name;
        played.writes.push(`${status > 0 ? '!' : ''}${request.verb} ${request.kind} ${name}`);
      }
      result =
        status > 0
          ? work.throw(new RequestFailed(status, request.verb, 'refused'))
          : work.next(answer(request));
    }
  } catch (error) {
    played.error = (error as Error).message;
  }
  return played;
}

const on =
  (verb: string, kind: string, name: string) =>
  (request: Request): number =>
    request.verb === verb &&
    'kind' in request &&
    request.kind === kind &&
    JSON.stringify(request).includes(`"${name}"`)
      ? 409
      : 0;

test('what a reconcile could not delete it does not make anew, and goes on', () => {
  const work = poolPass('ensure-on-added', 'MODIFIED', next, usualSettings);
  const { writes, lines, error } = play(work, freshPool(app), on('delete', 'Service', main(1)));
  assert.ok(writes.includes(`!delete Service ${main(1)}`));
  assert.not(writes.includes(`create Service ${main(1)}`));
  assert.ok(writes.includes(`create Service ${main(2)}`));
  assert.ok(writes.includes(`create Deployment ${main(2)}`));
  assert.equal(lines, [`Failed to delete Service/${main(1)}: delete: 409 refused`]);
  assert.is(error, undefined);
});

test('at ADDED the first create that is refused ends the pass', () => {
  const work = poolPass('ensure-on-added', 'ADDED', app, usualSettings);
  const { writes, error } = play(work, [], on('create', 'Service', main(2)));
  assert.is(writes.at(-1), `!create Service ${main(2)}`);
  assert.is(error, 'create: 409 refused');
});

test('a reconcile whose sidecar is refused ends there, without Deployments', () => {
  const side = definition('ide', { minInstances: 1, sidecars: [{ name: 'z-ls', image: 'x' }] });
  const name = 'instance-1-z-ls-ide-381261d79c23';
  const work = poolPass('ensure-on-added', 'MODIFIED', side, usualSettings);
  const { writes, error } = play(work, [], on('create', 'Service', name));
  assert.is(writes.at(-1), `!create Service ${name}`);
  assert.is(error, 'create: 409 refused');
});

const operator: Operator = {
  kind: 'ensure-on-added',
  settings: usualSettings,
  eagerStart: true,
  sessionsPerUser: undefined,
};

test('a claim that loses the internal Service gives the external one back, and lets the next one choose', () => {
  const pool = freshPool(app);
  const work = claimInstance(operator, session('ws-one', app), app);
  const { writes, error, locks } = play(work, pool, on('patch', 'Service', `${main(1)}-int`));
  assert.equal(writes, [
    `patch Service ${main(1)}`,
    `!patch Service ${main(1)}-int`,
    `patch Service ${main(1)}`,
  ]);
  assert.is(error, 'Failed to reserve prewarmed instance.');
  assert.equal(locks, ['lock', 'unlock']);
});

test('a claim that loses the Deployment frees both Services and fails', () => {
  const work = claimInstance(operator, session('ws-one', app), app);
  const { writes, error } = play(
    work,
    [...freshPool(app), { apiVersion: '', kind: 'Session', metadata: { name: 'ws-one', uid: 's' } }],
    on('patch', 'Deployment', main(1)),
  );
  assert.equal(writes.slice(-3), [
    `!patch Deployment ${main(1)}`,
    `patch Service ${main(1)}`,
    `patch Service ${main(1)}-int`,
  ]);
  assert.is(error, 'Failed to complete session setup.');
});

test.run();
