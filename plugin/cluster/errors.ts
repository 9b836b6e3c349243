import { kinds } from '../model/kinds.ts';
import { RunError } from '../model/run-error.ts';
import { ApiError, type ApiErrorKind } from './port.ts';
import { type ApiRequest, testsVersion } from './requests.ts';

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

/** What a failed request means: a kind, the API's own machine reason, nothing of its text. */
export function apiErrorOf(request: ApiRequest, outcome: Outcome): ApiError {
  const { verb, resource, namespace } = request;
  if (!isAnswer(outcome))
    return new ApiError({ kind: 'unreachable', status: 0, reason: outcome.lost, verb, resource, namespace });
  const { status } = outcome;
  const body = statusOf(outcome.text);
  const kind = lostRace(request, status, body) ? 'conflict' : kindOf(status);
  return new ApiError({ kind, status, reason: reasonOf(status, body), verb, resource, namespace });
}

/** A repeat may cure these: a busy or restarting server, a lost connection, a version that was compacted away. */
export function isTransient(error: ApiError): boolean {
  return (
    (error.kind === 'busy' || error.kind === 'unreachable') &&
    !permanent.test(error.reason) &&
    !(error.status >= 300 && error.status < 400)
  );
}

/** Certificates, wrong protocols and a proxy's refusal stay, however often one asks. */
const permanent = /CERT|SIGNATURE|^ERR_(TLS|SSL|OSSL)|^EPROTO|^HPE_|^NotJson|^Proxy4/;

function kindOf(status: number): ApiErrorKind {
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
function lostRace(request: ApiRequest, status: number, body: Status): boolean {
  return status === 422 && testsVersion(request.body) && (body.details?.causes ?? []).length === 0;
}

/** Whom and where a failed request concerned, for the sentence. */
export interface Asked {
  server: string;
  /** The proxy on the way to it, without its credentials. */
  proxy?: string | undefined;
  context: string;
  /** Empty when the server does not say. */
  account: string;
}

/** Any error of a run as the one that ends it. What is neither an ApiError nor a RunError is our bug. */
export function runErrorOf(error: unknown, { server, proxy, context, account }: Asked): RunError {
  if (error instanceof RunError) return error;
  if (!(error instanceof ApiError)) return new RunError('internal', { what: describe(error) });
  const { kind, reason, status, verb, resource, namespace } = error;
  switch (kind) {
    case 'forbidden':
      return new RunError('forbidden', { account: account || 'this account', verb, resource, namespace });
    case 'unauthorized':
      return new RunError('unauthorized', { server, context, reason });
    case 'unreachable':
      return untrusted.test(reason)
        ? new RunError('untrusted', { server, proxy, reason })
        : new RunError('unreachable', { server, proxy, reason, verb, resource });
    case 'busy':
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
