import manifest from '../../package.json' with { type: 'json' };
import type { Exit } from '../model/exits.ts';
import type { Io } from './io.ts';

/** `0.1.0`, and the Git revision where the build wrote one. */
export function version(): string {
  return manifest.version;
}

export async function printVersion(_: unknown, io: Io): Promise<Exit> {
  io.out(`warmgate ${version()}\n`);
  return 0;
}
