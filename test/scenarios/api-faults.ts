import type { FaultRule } from '../../plugin/lab/api/faults.ts';
import type { Scenario } from '../harness/scenario.ts';
import { missedRelease } from '../harness/usual-steps.ts';

/** What the requests of one run meet, each by itself. */
export const scenarios: Record<string, Scenario> = {
  'api-410': renewedThough('lists are refused as expired (410): listed anew, and the pool is renewed', [
    { verb: 'list', skip: 15, times: 4, fault: { type: 'gone' } },
    { verb: 'watch', times: 3, fault: { type: 'gone' } },
  ]),
  'api-429': renewedThough(
    'the API server asks for patience (429 with Retry-After) now and then: the run keeps to it and converges',
    [{ times: 12, probability: 0.5, fault: { type: 'status', code: 429, retryAfter: 1 } }],
  ),
  'api-500': renewedThough(
    'the API server answers 500 for a while, to reads and to writes: tried again, and the pool is renewed once',
    [
      { verb: 'list', times: 25, fault: { type: 'status', code: 500 } },
      { verb: ['patch', 'create'], skip: 2, times: 6, fault: { type: 'status', code: 503 } },
    ],
  ),
  'api-conflict': renewedThough(
    'writes are refused with a conflict, as if somebody were quicker: looked again, and the pool is renewed',
    [
      { verb: 'patch', kind: ['Service', 'ConfigMap'], times: 5, fault: { type: 'conflict' } },
      { verb: 'patch', kind: 'AppDefinition', times: 1, fault: { type: 'conflict' } },
    ],
  ),
  'api-hang': renewedThough(
    'reads and writes that are never answered end by their limit and are tried again',
    [
      { verb: 'list', skip: 12, times: 2, fault: { type: 'hang' } },
      { verb: 'patch', skip: 3, times: 2, fault: { type: 'hang' } },
    ],
  ),
  'api-reset': renewedThough(
    'connections are reset before a request is carried out: tried again, nothing twice',
    [
      { verb: 'list', skip: 8, times: 4, fault: { type: 'reset' } },
      { verb: ['create', 'patch'], times: 5, fault: { type: 'reset' } },
    ],
  ),
  'api-reset-after-write': renewedThough(
    'connections are reset after a write was carried out: the look after it tells, and nothing is done twice',
    [
      {
        verb: ['create', 'patch', 'delete'],
        probability: 0.4,
        times: 8,
        fault: { type: 'resetAfter' },
      },
    ],
  ),
};

function renewedThough(title: string, rules: readonly FaultRule[]): Scenario {
  return {
    title,
    operators: ['ensure-on-added'],
    grounds: ['lab'],
    given: { apps: [{ name: 'java', min: 4 }], sessions: [{ name: 'ws-one', app: 'java' }] },
    when: [
      ...missedRelease('java', '1.1.0'),
      ...rules.map((rule) => ({ do: 'fault', rule }) as const),
      { do: 'warmgate', args: ['verify'] },
      { do: 'startSession', session: { name: 'ws-new', app: 'java' } },
    ],
    expect: {
      runs: { verify: { exit: 0, states: { java: '1 claimed, 2-4 current' }, nudges: 1 } },
      handed: { 'ws-new': 'current' },
    },
  };
}
