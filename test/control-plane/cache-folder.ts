import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where built servers and the notes about running ones lie: outside the tree, so that every checkout shares them. */
export function cacheFolder(): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'warmgate');
}
