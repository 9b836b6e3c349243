import { loadScenarios } from '../harness/load-scenarios.ts';
import { expectationFor } from '../harness/play.ts';
import type { KillCase } from './kill-case.ts';

const patient = ['--timeout', '20m'];

/**
 * Every scenario of the lab whose first verify converges without anybody's help and without harm: what comes before it is the
 * scene, that run is killed, and the same command must put all right.
 */
export async function scenarioCases(): Promise<KillCase[]> {
  const parts = await loadScenarios('lab');
  return parts.flatMap(({ name, kind, scenario }): KillCase[] => {
    if (kind !== 'ensure-on-added') return [];
    const { given, when } = scenario;
    const at = when.findIndex((step) => step.do === 'warmgate' && step.args[0] === 'verify');
    const step = when[at];
    if (step?.do !== 'warmgate' || step.at !== undefined) return [];
    const { runs, sessions, gates } = expectationFor(scenario, kind);
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
