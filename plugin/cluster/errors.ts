import { type Call, testsVersion } from './requests.ts';
import { ApiError, type ApiFault } from './port.ts';
import { kinds } from '../model/kinds.ts';
import { RunError } from '../model/run-error.ts';

/** An answer that came, or the code of what came instead. */
export type Outcome = Answer | Lost;

export interface Answer {
  status: number;
  text: string;
  /** The server's `Date` header. */
  date: string | undefined;
  /** Milliseconds that the server asked to wait. */
  retryAfterMs: number | undefined;
}

/** No answer: a socket code, or `Timeout`. `sent`: the server may have acted on it all the same. */
export interface Lost {
  lost: string;
  sent: boolean;
}

export function isAnswer(outcome: Outcome): outcome is Answer {
  return 'status' in outcome;
}

/** Makes a foreign failure ours: a fault, the API's own machine reason, nothing of its text. */
export function faultOf(call: Call, outcome: Outcome): ApiError {
  const { verb, resource, namespace } = call;
  if (!isAnswer(outcome))
    return new ApiError({ fault: 'unreachable', status: 0, reason: outcome.lost, verb, resource, namespace });
  const { status } = outcome;
  const body = statusOf(outcome.text);
  const fault = lostRace(call, status, body) ? 'conflict' : meaning(status);
  return new ApiError({ fault, status, reason: reasonOf(status, body), verb, resource, namespace });
}

/** A repeat may cure these: a busy or restarting server, a lost connection, a version that was compacted away. */
export function passes(error: ApiError): boolean {
  return (
    (error.fault === 'busy' || error.fault === 'unreachable') &&
    !hopeless.test(error.reason) &&
    !(error.status >= 300 && error.status < 400)
  );
}

/** Certificates and wrong protocols stay wrong, however often one asks. */
export const hopeless: RegExp = /CERT|SIGNATURE|^ERR_(TLS|SSL|OSSL)|^EPROTO|^HPE_|^NotJson/;

function meaning(status: number): ApiFault {
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'notFound';
  if (status === 409) return 'conflict';
  if (status === 429 || status === 410 || status >= 500) return 'busy';
  return status < 400 ? 'unreachable' : 'invalid';
}

interface Status {
  kind?: unknown;
  reason?: unknown;
  message?: unknown;
  details?: { causes?: unknown[] };
}

function statusOf(text: string): Status {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}

function reasonOf(status: number, body: Status): string {
  if (status === 500 && typeof body.message === 'string' && /conversion webhook/.test(body.message))
    return 'ConversionWebhook';
  if (typeof body.reason === 'string' && /^[A-Za-z]{1,60}$/.test(body.reason)) return body.reason;
  return status === 404 ? 'NotServed' : `HTTP${status}`;
}

/** A JSON patch's failed `test` is 422 without causes; a merge patch's old resourceVersion is 409. Both are a lost race. */
function lostRace(call: Call, status: number, body: Status): boolean {
  return status === 422 && testsVersion(call.body) && (body.details?.causes ?? []).length === 0;
}

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
