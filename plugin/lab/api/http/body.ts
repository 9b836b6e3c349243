import type { IncomingMessage } from 'node:http';
import { refuse } from '../status-error.ts';

const limit = 3 * 1024 * 1024;

/** The request's JSON body, undefined when it is empty. Throws StatusError 400 where it is no JSON or above 3 MiB, 415 for protobuf. */
export async function readBody(request: IncomingMessage): Promise<unknown> {
  if (request.headers['content-type']?.includes('protobuf')) throw refuse.unsupported(['application/json']);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > limit) throw refuse.badRequest('the body of the request is too large');
    chunks.push(chunk as Buffer);
  }
  if (size === 0) return undefined;
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw refuse.badRequest('the body of the request is no JSON');
  }
}
