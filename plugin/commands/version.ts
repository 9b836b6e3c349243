import manifest from '../../package.json' with { type: 'json' };
import type { Exit } from '../model/exits.ts';
import type { Io } from './io.ts';

/** Written by the build; there is none in a checkout. */
declare const WARMGATE_REVISION: string | undefined;

/** `0.1.0`; the tag of the image too. */
export function version(): string {
  return manifest.version;
}

/** `warmgate 0.1.0`, and the Git revision where the build wrote one: `warmgate 0.1.0 (abc1234)`. */
export async function printVersion(_: unknown, io: Io): Promise<Exit> {
  const revision = typeof WARMGATE_REVISION === 'string' ? WARMGATE_REVISION : '';
  io.out(`warmgate ${version()}${revision === '' ? '' : ` (${revision})`}\n`);
  return 0;
}
