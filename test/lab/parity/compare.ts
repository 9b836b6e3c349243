import { isDeepStrictEqual } from 'node:util';
import type { ParityRequest } from './parts.ts';

export interface Sent {
  code: number;
  // biome-ignore lint/suspicious/noExplicitAny: foreign JSON
  body: any;
}

export type Send = (method: string, path: string, body: unknown, type: string | undefined) => Promise<Sent>;

/** What of an answer must be the same everywhere. */
export type Facts = Record<string, unknown>;

/** Sends the requests in their order and gives the facts of each answer. */
export async function factsOf(requests: readonly ParityRequest[], send: Send): Promise<Facts[]> {
  const all: Facts[] = [];
  for (const request of requests) {
    const known =
      request.of === undefined ? undefined : (await send('GET', request.of, undefined, undefined)).body;
    const { code, body } = await send(
      request.method,
      request.path,
      filled(request.body, known?.metadata),
      request.type,
    );
    const facts: Facts = { title: request.title, code };
    if (code >= 400) {
      facts.reason = body.reason;
      facts.message = request.fields?.includes('reason') ? undefined : masked(body.message ?? body);
    }
    for (const field of request.fields ?? []) facts[field] = at(body, field);
    all.push(facts);
  }
  return all;
}

/** One line for each answer that differs. */
export function differences(ours: readonly Facts[], theirs: readonly Facts[]): string[] {
  return ours.flatMap((facts, i) => {
    const other = theirs[i] ?? {};
    const keys = Object.keys(facts).filter((key) => !isDeepStrictEqual(facts[key], other[key]));
    return keys.map(
      (key) => `${facts.title}: ${key}: ${JSON.stringify(facts[key])}, really ${JSON.stringify(other[key])}`,
    );
  });
}

function filled(body: unknown, metadata: { uid?: string; resourceVersion?: string } | undefined): unknown {
  if (body === undefined) return undefined;
  const text = JSON.stringify(body);
  return JSON.parse(
    text.replaceAll('{uid}', metadata?.uid ?? '').replaceAll('{rv}', metadata?.resourceVersion ?? ''),
  );
}

/** UIDs and versions differ from server to server. */
function masked(message: string): string {
  return message
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uid>')
    .replace(/in record \(\d+\)/, 'in record (<rv>)');
}

function at(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((inner, step) => (inner as Record<string, unknown> | undefined)?.[step], value);
}
