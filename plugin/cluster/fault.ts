import { type Call, testsVersion } from './call.ts';
import { ApiError, type ApiFault } from './port.ts';

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
