import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { RunError } from '../model/run-error.ts';

/**
 * Standard input as text from which the same bytes can be made again: a byte order mark stays.
 * @throws RunError 'notKubernetes' for what is not UTF-8
 */
export async function readUtf8(stream: Readable): Promise<string> {
  const bytes = await buffer(stream).catch(({ code }: NodeJS.ErrnoException) => {
    throw new RunError('unreadableFile', { file: 'standard input', reason: code ?? 'unknown' });
  });
  if (/^(fffe|feff)/.test(bytes.toString('hex', 0, 2))) {
    throw new RunError('notKubernetes', { file: 'standard input', reason: 'it is UTF-16; save it as UTF-8' });
  }
  try {
    return new TextDecoder('utf-8', { ignoreBOM: true, fatal: true }).decode(bytes);
  } catch {
    throw new RunError('notKubernetes', { file: 'standard input', reason: 'it is not UTF-8' });
  }
}
