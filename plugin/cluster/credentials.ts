import type { RequestOptions } from 'node:https';
import type { Dispatcher } from 'undici';
import { RunError } from '../model/run-error.ts';
import { connections } from './connections.ts';
import type { Located } from './locate.ts';
import type { Line } from './transport.ts';

/** The one connection pool and the headers of the moment. */
export interface Credentials {
  line(): Promise<Line>;
  /** Reads the configuration anew, once for all who were refused with `refused`. */
  renew(refused: Line): Promise<Line>;
  close(): Promise<void>;
}

/** Milliseconds for which headers are kept: a mounted token is renewed every few minutes, a plugin is a process. */
const headersLast = 20_000;
const pluginLimit = 30_000;

/** @param load finds the configuration again when the server refused the credentials */
export function credentials(first: Located, load: () => Located): Credentials {
  let located = first;
  let dispatcher: Promise<Dispatcher> | undefined;
  let current: { line: Promise<Line>; until: number } | undefined;
  let live: Dispatcher | undefined;

  const build = async (): Promise<Line> => {
    const options = await authorised(located);
    dispatcher ??= connections(located, options);
    const headers = { ...headersOf(options), 'user-agent': 'warmgate' };
    live = await dispatcher;
    return { server: located.server, headers, dispatcher: live };
  };
  const line = (): Promise<Line> => {
    if (current === undefined || performance.now() > current.until) {
      current = { line: build(), until: performance.now() + headersLast };
      current.line.catch(() => {
        current = undefined;
      });
    }
    return current.line;
  };
  return {
    line,
    async renew(refused) {
      if (refused.dispatcher !== live) return line();
      const old = live;
      located = load();
      live = undefined;
      dispatcher = undefined;
      current = undefined;
      old.close().catch(() => {});
      return line();
    },
    async close() {
      await (await dispatcher)?.destroy();
    },
  };
}

/** TLS options and headers by client-node: certificates, tokens, credential plugins, OIDC, impersonation. */
async function authorised({ config, server }: Located): Promise<RequestOptions> {
  const options: RequestOptions = {};
  const late = Promise.withResolvers<never>();
  const slow = setTimeout(() => late.reject(failure(server, 'Timeout')), pluginLimit);
  try {
    await Promise.race([config.applyToHTTPSOptions(options), late.promise]);
    return options;
  } catch (error) {
    // Its text may be a plugin's whole stderr.
    const code = (error as { code?: unknown }).code;
    throw error instanceof RunError
      ? error
      : failure(server, typeof code === 'string' ? code : 'the credential plugin failed');
  } finally {
    clearTimeout(slow);
  }
}

function failure(server: string, reason: string): RunError {
  return new RunError('credentialsFailed', { server, reason });
}

function headersOf(options: RequestOptions): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(options.headers ?? {}))
    headers[name.toLowerCase()] = String(value).trim();
  if (typeof options.auth === 'string')
    headers.authorization = `Basic ${Buffer.from(options.auth).toString('base64')}`;
  return headers;
}
