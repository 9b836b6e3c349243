import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { decodeText } from '../manifests/stream.ts';
import { RunError } from '../model/run-error.ts';

/**
 * Standard input as text; of UTF-8 the same bytes can be made again: a byte order mark stays.
 * @throws RunError 'badEncoding', 'unreadableFile'
 */
export async function readText(stream: Readable): Promise<string> {
  const bytes = await buffer(stream).catch(({ code }: NodeJS.ErrnoException) => {
    throw new RunError('unreadableFile', { file: 'standard input', reason: code ?? 'unknown' });
  });
  return decodeText(bytes, 'standard input');
}
