import { because } from '../../plugin/model/reasons.ts';
import type { Report } from '../../plugin/model/report.ts';
import { buildReport } from '../../plugin/report/building/report.ts';
import {
  assessment,
  claimed,
  done,
  facts,
  instance,
  lazySession,
  operator,
  parts,
  pool,
  session,
  stale,
} from './build.ts';

const ids = [3, 4, 5];

/** The incident, found and healed: a pool of 5 with 2 live sessions, renewed behind the gate. */
export function healed(): Report {
  const sessions = [session('ws-one', 1), session('ws-two', 2)];
  const claims = [claimed(1, 'ws-one'), claimed(2, 'ws-two')];
  const first = assessment({ pools: [pool([...claims, ...ids.map(stale)])], sessions });
  const renewed = ids.map((id) => instance(id, { parts: parts(id, 'second') }));
  const last = assessment({ pools: [pool([...claims, ...renewed])], sessions });
  const actions = [
    done('lease'),
    ...[5, 4, 3].map((id) => done('hold', { instance: id, object: `Service/instance-${id}-int` })),
    ...[1, 2].map((id) => done('complete', { instance: id, object: `ConfigMap/instance-${id}-email` })),
    done('nudge', { object: 'AppDefinition/java-25' }),
    ...ids.map((id) => done('open', { instance: id, object: `Service/instance-${id}-int` })),
    done('open', { instance: 3, object: 'Service/instance-3-int', result: 'moved' }),
    done('dropLease'),
  ];
  return buildReport(first, last, facts({ actions, traffic: { requests: 61, writes: 10, looks: 12 } }));
}

/** One look at everything that can be wrong, and at what is only said. */
export function troubled(): Report {
  const deployment = { kind: 'deployment' as const, name: 'instance-4-java-25-7daec4467ba2' };
  const email = { kind: 'emailConfigMap' as const, name: 'instance-4-email-java-25-7daec4467ba2' };
  const java = pool(
    [
      claimed(1, 'ws-one'),
      claimed(2, 'ws-two'),
      stale(3),
      instance(4, {
        state: 'incomplete',
        ready: false,
        missing: [deployment, email],
        reasons: [
          because('partMissing', { part: 'Deployment', name: deployment.name }),
          because('partMissing', { part: 'email ConfigMap', name: email.name }),
        ],
      }),
      instance(5, {
        state: 'notReady',
        ready: false,
        reasons: [because('podWaiting', { container: 'java-25', why: 'ImagePullBackOff' })],
      }),
      instance(6, {
        state: 'closed',
        hold: 'closed',
        generations: [1, 2],
        reasons: [
          because('stampStale', { part: 'internal Service', label: 1, generation: 2 }),
          because('gateClosed'),
        ],
      }),
      instance(7, { hold: 'shielded', reasons: [because('sidecarShielded')] }),
      instance(8, {
        state: 'missing',
        parts: [],
        generations: [],
        ready: false,
        reasons: [because('idMissing', { id: 8 })],
      }),
    ],
    { reasons: [because('digestsDiffer', { digests: 2 })] },
  );
  const c = pool([instance(1)], {
    name: 'c',
    uid: 'c-uid',
    generation: 1,
    image: 'registry.example.test/c:1',
  });
  const last = assessment({
    pools: [c, java],
    sessions: [
      session('ws-one', 1, { outcome: 'harmed', allowList: 'wrong', reasons: [because('allowListWrong')] }),
      session('ws-two', 2, {
        uncovered: parts(2).slice(0, 2),
        reasons: [
          because('claimIncomplete', { count: 2, parts: 'proxy ConfigMap, email ConfigMap' }),
          because('misrouted', { service: 'sidecar Service java-ls' }),
        ],
      }),
      lazySession('ws-lazy'),
      session('ws-new', 3, { phase: 'inFlight', allowList: 'none' }),
    ],
    operator: {
      ...operator,
      active: false,
      plausible: false,
      reasons: [because('operatorAbsent', { namespace: 'theia' })],
    },
  });
  return buildReport(last, last, facts({ command: 'check', traffic: { requests: 12, writes: 0, looks: 1 } }));
}

/** A verify that ran out of time with the gate closed. */
export function gaveUp(): Report {
  const rows = [claimed(1, 'ws-one'), stale(2), instance(3)];
  const last = assessment({ pools: [pool(rows)], sessions: [session('ws-one', 1)] });
  return buildReport(
    last,
    last,
    facts({
      found: [
        { app: 'java-25', reason: because('budgetSpent', { count: 2, generation: 2, max: 2 }) },
        { app: 'java-25', reason: because('gateKept', { instances: '2' }) },
      ],
      evidence: [
        {
          app: 'java-25',
          instance: 2,
          pod: 'instance-2-java-25-7daec4467ba2-6f8c9d7b5-x2v9q',
          container: 'java-25',
          events: ['Back-off restarting failed container java-25 in pod instance-2'],
          log: ['reading settings | *all* of <them>', 'fatal: no such file: /opt/theia/main.js'],
        },
      ],
      actions: [done('nudge'), done('nudge')],
      origin: { application: 'theia-java', revision: '4f2c9aa', namespace: 'argocd' },
    }),
  );
}

/** No pool at all, which is named and no silent success. */
export function nothing(): Report {
  const none = assessment({
    pools: [pool([])],
    operator: { ...operator, eagerStart: false, reasons: [because('noEagerStart')] },
  });
  return buildReport(
    none,
    none,
    facts({ traffic: { requests: 11, writes: 0, looks: 1 }, endedAt: facts().startedAt + 400 }),
  );
}

export const reports = { healed, troubled, gaveUp, nothing };
