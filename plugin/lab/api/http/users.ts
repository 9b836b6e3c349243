import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Caller } from '../context.ts';
import { refuse } from '../status-error.ts';

/** Who stands behind a token. */
export interface Users {
  /** The token of a user, made at the first call. */
  tokenOf(user: string): string;
  /** The user of a request: by token, without one by its User-Agent. Throws StatusError 401 for an unknown token. */
  callerOf(request: IncomingMessage, fieldManager: string | null): Caller;
}

export function createUsers(): Users {
  const tokens = new Map<string, string>();
  const names = new Map<string, string>();
  return {
    tokenOf: (user) => {
      const token = tokens.get(user) ?? randomUUID();
      tokens.set(user, token);
      names.set(token, user);
      return token;
    },
    callerOf: (request, fieldManager) => {
      const agent = (request.headers['user-agent'] ?? '').split(/[/\s]/)[0] || 'unknown';
      const manager = fieldManager || agent;
      const [scheme, token = ''] = (request.headers.authorization ?? '').split(' ');
      if (scheme === '' || scheme === undefined) return { user: agent, manager };
      const user = names.get(token);
      if (user === undefined) throw refuse.unauthorized();
      return { user, manager };
    },
  };
}
