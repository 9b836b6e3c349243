import { RunError } from '../model/run-error.ts';

/** What undici asks for; `engines` in package.json says the same. */
export const oldestNode = '22.19.0';

/**
 * `found`: version of the running Node, `24.21.0`.
 * @throws RunError 'oldNode' (2) below {@link oldestNode}: the program would fail half way through a run
 */
export function checkNode(found: string): void {
  const [major = 0, minor = 0] = found.split('.').map(Number);
  const [leastMajor = 0, leastMinor = 0] = oldestNode.split('.').map(Number);
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return;
  throw new RunError('oldNode', { found, needs: oldestNode });
}
