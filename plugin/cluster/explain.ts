import { kinds } from '../model/kinds.ts';
import { RunError } from '../model/run-error.ts';
import { ApiError } from './port.ts';

/** Whom and where a failed request concerned, for the sentence. */
export interface Asked {
  server: string;
  context: string;
  /** Empty when the server does not say. */
  account: string;
}

/** Any error of a run as the one that ends it. What is neither an ApiError nor a RunError is our bug. */
export function explain(error: unknown, { server, context, account }: Asked): RunError {
  if (error instanceof RunError) return error;
  if (!(error instanceof ApiError)) return new RunError('internal', { what: describe(error) });
  const { fault, reason, status, verb, resource, namespace } = error;
  switch (fault) {
    case 'forbidden':
      return new RunError('forbidden', { account: account || 'this account', verb, resource, namespace });
    case 'unauthorized':
      return new RunError('unauthorized', { server, context, reason });
    case 'unreachable':
      return untrusted.test(reason)
        ? new RunError('untrusted', { server, reason })
        : new RunError('unreachable', { server, reason, verb, resource });
    case 'busy':
    case 'gone':
      return new RunError('busy', { server, reason, verb, resource });
    default:
      return reason === 'NotServed' && ours.has(resource)
        ? new RunError('notInstalled', { server, resource })
        : new RunError('refused', { server, verb, resource, status, reason });
  }
}

const untrusted = /CERT|SIGNATURE/;

const ours: ReadonlySet<string> = new Set([kinds.AppDefinition.plural, kinds.Session.plural]);

function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
