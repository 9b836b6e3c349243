import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { decodeText } from '../manifests/stream.ts';

/**
 * Standard input as text; of UTF-8 the same bytes can be made again: a byte order mark stays.
 * @throws RunError 'badEncoding'
 */
export async function readText(stream: Readable): Promise<string> {
  return decodeText(await buffer(stream), 'standard input');
}
