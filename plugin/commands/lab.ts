import type { Options } from '../config/options.ts';
import { serveLab } from '../lab/serve.ts';
import type { Exit } from '../model/exits.ts';
import type { Io } from './io.ts';

/** The embedded cluster alone, until the process is stopped; prints where it listens. */
export async function lab(_: Options, io: Io): Promise<Exit> {
  const running = await serveLab([], (line) => io.out(`${line}\n`), io.stop);
  await new Promise<void>((resolve) => {
    io.stop.addEventListener('abort', () => resolve(), { once: true });
  });
  await running.stop();
  return 0;
}
