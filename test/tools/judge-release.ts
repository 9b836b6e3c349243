import type { HookRun } from './hook-pod/life.ts';
import { openAtChange } from './judge-change.ts';
import type { ReleaseExpectation } from './scenario.ts';
import { hookRunsOf, type ReleaseRun, type ToolStage } from './tool-stage.ts';

/** One line for everything in which a release differs from what was expected of it. */
export function releaseFaults(
  stage: ToolStage,
  name: string,
  run: ReleaseRun,
  expected: ReleaseExpectation,
): string[] {
  const { outcome, traffic, outOfSync } = run;
  const hooks = hookRunsOf(stage, name);
  const ended = hooks.map(({ args, exitCode }) => `${args[0]} ${exitCode ?? '-'}`).join(', ');
  const verdict = hooks.at(-1)?.message ?? '';
  const nudges = traffic.writes.filter(
    ({ resource, code }) => resource === 'appdefinitions' && code === 200,
  ).length;
  return [
    ...differs('ok', outcome.ok, expected.ok ?? hooks.every(({ exitCode }) => exitCode === 0)),
    ...([expected.hooks].flat().includes(ended) ? [] : differs('hooks', ended, expected.hooks)),
    ...lacking('the tool', outcome.output, expected.says),
    ...lacking('the verdict', verdict, expected.verdict),
    ...(expected.nudges === undefined ? [] : differs('nudges', nudges, expected.nudges)),
    ...differs('objects out of sync', outOfSync.join(', '), (expected.outOfSync ?? []).join(', ')),
    ...(expected.seconds !== undefined && outcome.seconds > expected.seconds
      ? [`took ${outcome.seconds.toFixed(1)} s, more than ${expected.seconds}`]
      : []),
    ...written(run, expected),
    ...hooks.flatMap((hook) => afterSignal(hook, run)),
    ...(expected.closedBefore ?? []).flatMap((app) => openAtChange(stage, run, app)),
  ];
}

/** Told to end, a hook is gone within 5 s and writes nothing more (design.md section 5 step 9); a busy machine gets a second. */
function afterSignal({ pod, exitCode, times }: HookRun, { traffic }: ReleaseRun): string[] {
  const { deleted, ended } = times;
  if (exitCode === undefined || deleted === undefined || ended === undefined || deleted > ended) return [];
  const writes = traffic.writes.filter(({ at }) => at > deleted + 1000 && at < ended);
  return [
    ...(ended - deleted > 6000 ? [`${pod} went on for ${ended - deleted} ms after SIGTERM`] : []),
    ...writes.map(
      ({ verb, resource, name }) => `${pod} was told to end and wrote ${verb} ${resource}/${name}`,
    ),
  ];
}

function written({ traffic }: ReleaseRun, { writes }: ReleaseExpectation): string[] {
  const all = traffic.writes.map(({ verb, resource, name }) => `${verb} ${resource}/${name}`);
  const acts = traffic.writes.filter(
    ({ resource, name }) => resource !== 'events' && name !== 'warmgate-report',
  );
  if (writes === 'none' && all.length > 0) return [`wrote ${all.slice(0, 6).join(', ')}`];
  if (writes === 'trace' && acts.length > 0) return [`wrote ${all.slice(0, 6).join(', ')}`];
  return writes === 'some' && acts.length === 0 ? ['wrote nothing'] : [];
}

function lacking(who: string, text: string, wanted: readonly string[] = []): string[] {
  return wanted
    .filter((part) => !text.includes(part))
    .map((part) => `${who} does not say "${part}": ${text.slice(-600)}`);
}

export function differs(what: string, is: unknown, must: unknown): string[] {
  return is === must ? [] : [`${what}: ${is}, expected ${must}`];
}
