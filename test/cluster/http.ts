import { Agent, request } from 'node:https';

/** How to reach an API server: its address, the certificates to trust, and a bearer token. */
export interface ApiAccess {
  server: string;
  ca: string;
  token: string;
}

export interface ApiAnswer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: foreign JSON, or text where it is none
  body: any;
}

export interface ApiRequest {
  method?: string;
  body?: unknown;
  contentType?: string;
  accept?: string;
  /** Milliseconds until the request is given up, 15000 unless told. */
  limitMs?: number;
}

/** Requests of one account to one API server, over a pool of kept connections. Answers of any status are returned. */
export interface ApiClient {
  readonly access: ApiAccess;
  send(path: string, options?: ApiRequest): Promise<ApiAnswer>;
  /** Like send, but a status of 400 or more throws {@link ApiRefusal}. */
  call(path: string, options?: ApiRequest): Promise<ApiAnswer>;
  close(): void;
}

/** An answer of 400 or more, with the API's own words. */
export class ApiRefusal extends Error {
  readonly status: number;

  constructor(method: string, path: string, answer: ApiAnswer) {
    super(`${method} ${path}: ${answer.status} ${answer.body?.message ?? answer.body}`);
    this.name = 'ApiRefusal';
    this.status = answer.status;
  }
}

export function apiClient(access: ApiAccess, sockets = 32): ApiClient {
  const agent = new Agent({ keepAlive: true, maxSockets: sockets, ca: access.ca });
  const send = (path: string, options: ApiRequest = {}) => sendOnce(access, agent, path, options);
  return {
    access,
    send,
    async call(path, options) {
      const answer = await send(path, options);
      if (answer.status >= 400) throw new ApiRefusal(options?.method ?? 'GET', path, answer);
      return answer;
    },
    close: () => agent.destroy(),
  };
}

function sendOnce(access: ApiAccess, agent: Agent, path: string, options: ApiRequest): Promise<ApiAnswer> {
  const { method = 'GET', contentType = 'application/json', accept = 'application/json' } = options;
  const payload = options.body === undefined ? undefined : JSON.stringify(options.body);
  const headers: Record<string, string> = { Authorization: `Bearer ${access.token}`, Accept: accept };
  if (payload !== undefined) headers['Content-Type'] = contentType;
  const signal = AbortSignal.timeout(options.limitMs ?? 15_000);
  return new Promise((resolve, reject) => {
    const outgoing = request(new URL(path, access.server), { method, headers, agent, signal }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.once('error', reject);
      incoming.once('end', () => {
        resolve({ status: incoming.statusCode ?? 0, body: parse(Buffer.concat(chunks).toString('utf8')) });
      });
    });
    outgoing.once('error', reject);
    outgoing.end(payload);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
