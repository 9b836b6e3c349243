import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * The Git revision of a checkout, `abc1234`, with `-changed` where files differ from it. `WARMGATE_REVISION` wins: an image
 * is built without the history. Empty where there is neither.
 */
export async function revision(root: string, env: NodeJS.ProcessEnv): Promise<string> {
  const given = env.WARMGATE_REVISION ?? '';
  if (given !== '') return given.slice(0, 40);
  try {
    const { stdout: hash } = await run('git', ['rev-parse', '--short=7', 'HEAD'], { cwd: root });
    const { stdout: changes } = await run('git', ['status', '--porcelain', '--untracked-files=no'], {
      cwd: root,
    });
    return `${hash.trim()}${changes.trim() === '' ? '' : '-changed'}`;
  } catch {
    return '';
  }
}
