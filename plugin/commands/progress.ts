import type { Acted } from '../act/acting.ts';
import type { ServerClock } from '../cluster/clock.ts';
import type { Options } from '../config/options.ts';
import type { Assessment } from '../model/assessment.ts';
import { type Step, stepKinds } from '../model/steps.ts';
import { elapsed, liveBlock, progressLine } from '../report/forms/progress.ts';
import type { Io } from './io.ts';

/** Says on stderr what a long run does: a line where something changed, a heartbeat where nothing does. */
export interface Progress {
  round(assessment: Assessment, steps: readonly Step[]): void;
  acted(acted: Acted): void;
  say(text: string): void;
  /** Takes the live block off the terminal; lines stay. */
  end(): void;
}

interface ProgressOf {
  io: Io;
  options: Options;
  cluster: { clock: ServerClock };
}

const heartbeatMs = 20_000;

/** Nothing with `--quiet`; plain lines when piped; on a terminal a block that is redrawn beneath them. */
export function startProgress({ io, options, cluster }: ProgressOf): Progress {
  const live = io.terminal.err && !options.quiet;
  const width = io.terminal.columns;
  let last = '';
  let lastAt = 0;
  let drawn = 0;
  const erase = (): void => {
    if (drawn > 0) io.err(`\u001b[${drawn}A\u001b[J`);
    drawn = 0;
  };
  const line = (text: string): void => {
    const now = cluster.clock.elapsed();
    if (options.quiet || text === '' || (text === last && (live || now - lastAt < heartbeatMs))) return;
    last = text;
    lastAt = now;
    erase();
    io.err(`${elapsed(now)}  ${text}\n`);
  };
  return {
    round(assessment, steps) {
      line(progressLine(assessment, steps));
      if (!live) return;
      erase();
      const block = liveBlock(assessment, steps, cluster.clock.elapsed(), { colour: options.color, width });
      io.err(`${block.join('\n')}\n`);
      drawn = block.length;
    },
    acted({ step, result, why }) {
      if (result === 'done' && !options.verbose) return;
      const where = 'id' in step ? `${step.app} ${step.id}` : step.app;
      line(`${where}: ${stepKinds[step.step].label}: ${result}${why === undefined ? '' : ` (${why})`}`);
    },
    say: line,
    end() {
      erase();
      if (live && last !== '') io.err('\n');
    },
  };
}
