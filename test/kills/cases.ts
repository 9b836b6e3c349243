import { loadScenarios } from '../harness/load-scenarios.ts';
import { expectationFor } from '../harness/play.ts';
import type { AppGiven, Given, Step } from '../harness/scenario.ts';
import { missedRelease, newImage } from '../harness/usual-steps.ts';

/** A run of warmgate that is killed, and what it finds. */
export interface KillCase {
  name: string;
  /** It writes this often at least: what a sample is drawn from. */
  writes: number;
  given: Given;
  /** What happens before. */
  when: readonly Step[];
  /** The run that is killed. */
  args: readonly string[];
  /** Between the kill and the run that has to put all right. */
  after?: readonly Step[];
  /** That run; `verify` unless told. */
  again?: readonly string[];
}

const pool: AppGiven = { name: 'java', min: 4 };
const sidecars = [{ name: 'langserver', image: 'registry.example.test/ls:1.0.0', port: 5000 }];
const session = { name: 'ws-one', app: 'java' };
/** Time enough for a clock that runs fast on a machine that does not. */
const patient = ['--timeout', '20m'];
const verify = ['verify', '--settle', '4s', ...patient];
const guard = ['guard', '--gate', ...patient];
const change = newImage('java', '1.1.0');
const quiet: Step = { do: 'until', that: { is: 'quiet' } };
const missed = missedRelease('java', '1.1.0');

/** Every kind of work that verify and guard do, once. */
export const cases: readonly KillCase[] = [
  {
    name: 'incident',
    writes: 12,
    given: { apps: [pool], sessions: [session, { name: 'ws-two', app: 'java' }] },
    when: missed,
    args: verify,
  },
  {
    name: 'mixed pool',
    writes: 13,
    given: { apps: [{ name: 'java', min: 3 }], sessions: [session] },
    when: missedRelease('java', '1.1.0', { minInstances: 5 }),
    args: verify,
  },
  {
    name: 'residue',
    writes: 14,
    given: { apps: [{ name: 'java', min: 3 }], sessions: [session, { name: 'ws-two', app: 'java' }] },
    when: [{ do: 'stopOperator' }, { do: 'endSession', name: 'ws-one' }, { do: 'startOperator' }],
    args: verify,
  },
  {
    name: 'internal Service lost',
    writes: 9,
    given: { apps: [{ name: 'java', min: 3 }], sessions: [session] },
    when: [{ do: 'deletePart', app: 'java', id: 3, part: 'internalService' }],
    args: verify,
  },
  {
    name: 'Deployment lost',
    writes: 10,
    given: { apps: [{ name: 'java', min: 3 }], sessions: [session] },
    when: [{ do: 'deletePart', app: 'java', id: 2, part: 'deployment' }],
    args: verify,
  },
  {
    name: 'sidecars',
    writes: 13,
    given: { apps: [{ name: 'java', min: 3, sidecars }], sessions: [session] },
    when: missed,
    args: verify,
  },
  {
    name: 'sidecars lost, operator restarted',
    writes: 9,
    given: { apps: [{ name: 'java', min: 3, sidecars }] },
    when: [{ do: 'touch', app: 'java' }, quiet],
    args: [...verify, '--allow', 'restart-operator'],
    again: [...verify, '--allow', 'restart-operator'],
  },
  {
    name: 'workspaces',
    writes: 14,
    given: {
      apps: [{ name: 'java', min: 3, sidecars: sidecars.map((each) => ({ ...each, mountWorkspace: true })) }],
      sessions: [session],
    },
    when: missed,
    args: verify,
  },
  {
    name: 'allow-list emptied by a change',
    writes: 3,
    given: { apps: [{ name: 'java', min: 3 }], sessions: [session] },
    when: [change, quiet],
    args: verify,
  },
  {
    name: 'refresh',
    writes: 18,
    given: { apps: [{ name: 'java', min: 3 }], sessions: [session] },
    when: [{ do: 'wait', seconds: 5 }],
    args: [...verify, '--refresh'],
  },
  {
    name: 'batches',
    writes: 20,
    given: { apps: [pool], sessions: [session] },
    when: [{ do: 'warmgate', args: [...guard, '--batch', '1'] }, change, quiet],
    args: [...verify, '--batch', '1'],
    again: [...verify, '--batch', '1'],
  },
  {
    name: 'batches without guard',
    writes: 22,
    given: { apps: [pool], sessions: [session] },
    when: missed,
    args: [...verify, '--batch', '2'],
  },
  {
    name: 'gate before the change',
    writes: 6,
    given: { apps: [pool], sessions: [session] },
    when: [{ do: 'warmgate', args: guard }, change, quiet],
    args: verify,
  },
  {
    name: 'guard, tried again before the change',
    writes: 7,
    given: { apps: [pool], sessions: [session] },
    when: [],
    args: guard,
    after: [{ do: 'warmgate', args: guard }, change, quiet],
  },
  {
    name: 'guard, and the release is given up',
    writes: 9,
    given: { apps: [{ name: 'java', min: 3, sidecars }], sessions: [session] },
    when: [],
    args: guard,
  },
  {
    name: 'guard in batches, tried again before the change',
    writes: 14,
    given: { apps: [pool], sessions: [session] },
    when: [],
    args: [...guard, '--batch', '1'],
    after: [{ do: 'warmgate', args: [...guard, '--batch', '1'] }, change, quiet],
    again: [...verify, '--batch', '1'],
  },
];

/**
 * Every scenario of the lab whose first verify converges without anybody's help and without harm: what comes before it is the
 * scene, that run is killed, and the same command must put all right.
 */
export async function scenarioCases(): Promise<KillCase[]> {
  const parts = await loadScenarios('lab');
  return parts.flatMap((part): KillCase[] => {
    const { name, kind, scenario } = part;
    if (kind !== 'ensure-on-added') return [];
    const { given, when } = scenario;
    const at = when.findIndex((step) => step.do === 'warmgate' && step.args[0] === 'verify');
    const step = when[at];
    if (step?.do !== 'warmgate' || step.at !== undefined) return [];
    const { runs, sessions, gates } = expectationFor(part);
    const expected = runs?.[step.as ?? 'verify'];
    const idle = expected?.writes === 'none' || expected?.writes === 'trace';
    const scene = when.slice(0, at);
    const alone = !scene.some((each) => each.do === 'fault' || each.do === 'background');
    if (expected?.exit !== 0 || idle || !alone || sessions !== undefined || gates !== undefined) return [];
    const own = step.args.indexOf('--timeout');
    const args = own < 0 ? step.args : step.args.toSpliced(own, 2);
    return [
      { name, writes: 1, given, when: scene, args: [...args, ...patient], again: [...args, ...patient] },
    ];
  });
}
