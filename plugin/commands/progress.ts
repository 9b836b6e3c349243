import type { Acted } from '../act/acting.ts';
import type { Assessment } from '../model/assessment.ts';
import { type Step, stepKinds } from '../model/steps.ts';
import { elapsed, progressLine } from '../report/progress.ts';
import type { Run } from './open-run.ts';

/** Says on stderr what a long run does: a line where something changed, a heartbeat where nothing does. */
export interface Progress {
  round(assessment: Assessment, steps: readonly Step[]): void;
  acted(acted: Acted): void;
  say(text: string): void;
}

const heartbeatMs = 20_000;

/** Nothing with `--quiet`; the same plain lines on a terminal and piped, so that a log reads like the screen. */
export function startProgress({ io, options, cluster }: Run): Progress {
  let last = '';
  let lastAt = 0;
  const line = (text: string): void => {
    const now = cluster.clock.elapsed();
    if (options.quiet || text === '' || (text === last && now - lastAt < heartbeatMs)) return;
    last = text;
    lastAt = now;
    io.err(`${elapsed(now)}  ${text}\n`);
  };
  return {
    round: (assessment, steps) => line(progressLine(assessment, steps)),
    acted({ step, result, why }) {
      if (result === 'done' && !options.verbose) return;
      const where = 'id' in step ? `${step.app} ${step.id}` : step.app;
      line(`${where}: ${stepKinds[step.step].label}: ${result}${why === undefined ? '' : ` (${why})`}`);
    },
    say: line,
  };
}
