import http from 'node:http';
import https from 'node:https';
import type { ServerAccess } from './server.ts';

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: foreign JSON
  body: any;
}

export interface Ask {
  method: string;
  path: string;
  body?: unknown;
  contentType?: string;
}

/** Bare HTTP to one API server. Nothing is retried. */
export interface Http {
  /** @throws Error when no answer came, or none may come any more. */
  ask(request: Ask): Promise<Answer>;
  /** `opened` once the server accepts, then one call a JSON line until the server ends the stream; rejects when it breaks. */
  stream(path: string, opened: () => void, line: (event: unknown) => void): Promise<void>;
  /** Breaks every connection at once; from now on nothing is sent. */
  destroy(): void;
  readonly sent: () => number;
}

/** Longest wait for an answer, milliseconds of the wall's clock. */
const timeLimit = 30_000;

/** Managed fields and the lab's audit log name a writer by the first word of this. */
const userAgent = 'fabric8-kubernetes-client/lab';

export function createHttp({ server, token, ca, cert, key }: ServerAccess): Http {
  const secure = server.startsWith('https:');
  const client = secure ? https : http;
  const agent = new client.Agent({ keepAlive: true, ...(secure ? { ca, cert, key } : {}) });
  let dead = false;
  let count = 0;

  function send(
    { method, path, body, contentType }: Ask,
    signal?: AbortSignal,
  ): Promise<http.IncomingMessage> {
    if (dead) return Promise.reject(new Error('the operator is dead'));
    count += 1;
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      'User-Agent': userAgent,
      Accept: 'application/json',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(text === undefined
        ? {}
        : { 'Content-Type': contentType ?? 'application/json', 'Content-Length': Buffer.byteLength(text) }),
    };
    return new Promise((resolve, reject) => {
      const request = client.request(new URL(path, server), { method, agent, headers, signal });
      request.once('response', resolve);
      request.once('error', reject);
      request.end(text);
    });
  }

  async function answer(asked: Ask, signal: AbortSignal): Promise<Answer> {
    const response = await send(asked, signal);
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    return { status: response.statusCode ?? 0, body: text === '' ? undefined : readJson(text) };
  }

  return {
    sent: () => count,
    ask: async (asked) => {
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(), timeLimit);
      try {
        return await answer(asked, late.signal);
      } finally {
        clearTimeout(timer);
      }
    },
    stream: async (path, opened, line) => {
      const response = await send({ method: 'GET', path });
      if (response.statusCode !== 200) {
        response.resume();
        throw new Error(`watch answered ${response.statusCode}`);
      }
      opened();
      let rest = '';
      response.setEncoding('utf8');
      for await (const chunk of response) {
        const lines = `${rest}${chunk}`.split('\n');
        rest = lines.pop() ?? '';
        for (const text of lines) if (text !== '') line(JSON.parse(text));
      }
    },
    destroy: () => {
      dead = true;
      agent.destroy();
    },
  };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { message: text };
  }
}
