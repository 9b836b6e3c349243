import { join } from 'node:path';
import { execa } from 'execa';

/** The folder of a Go module beside this file. */
export function moduleFolder(name: string): string {
  return join(import.meta.dirname, name);
}

/**
 * Runs `go` in a module's folder and returns what it printed. Nothing may change go.mod or go.sum.
 *
 * @throws Error when Go is missing or the command fails, with the end of its messages
 */
export async function runGo(folder: string, args: readonly string[]): Promise<string> {
  const env = { CGO_ENABLED: '0', GOFLAGS: '-mod=readonly -buildvcs=false', GOWORK: 'off' };
  const result = await execa('go', args, { cwd: folder, env, reject: false });
  if (result.code === 'ENOENT')
    throw new Error('the real control plane is built with Go 1.26 or later: no go in PATH');
  if (result.exitCode !== 0)
    throw new Error(`go ${args[0]} in ${folder} failed:\n${result.stderr.slice(-4000)}`);
  return result.stdout;
}
