import { qualifiedName, type Resource } from './resources.ts';

/** The body of an API error, as https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/status/ has it. */
export interface StatusBody {
  kind: 'Status';
  apiVersion: 'v1';
  metadata: object;
  status: 'Failure';
  message: string;
  reason?: string;
  details?: object;
  code: number;
}

/** Thrown wherever the server refuses; the route turns it into the answer. */
export class StatusError extends Error {
  readonly body: StatusBody;
  readonly retryAfter: number | undefined;

  constructor(code: number, reason: string, message: string, details?: object, retryAfter?: number) {
    super(message);
    this.name = 'StatusError';
    this.retryAfter = retryAfter;
    this.body = {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message,
      ...(reason === '' ? {} : { reason }),
      ...(details === undefined ? {} : { details }),
      code,
    };
  }
}

export const refuse = {
  notFound: (resource: Resource, name: string): StatusError =>
    new StatusError(404, 'NotFound', `${qualifiedName(resource)} "${name}" not found`, about(resource, name)),
  exists: (resource: Resource, name: string): StatusError =>
    new StatusError(
      409,
      'AlreadyExists',
      `${qualifiedName(resource)} "${name}" already exists`,
      about(resource, name),
    ),
  conflict: (resource: Resource, name: string, why: string = moved): StatusError =>
    new StatusError(
      409,
      'Conflict',
      `Operation cannot be fulfilled on ${qualifiedName(resource)} "${name}": ${why}`,
      about(resource, name),
    ),
  invalid: (resource: Resource, name: string, field: string, why: string): StatusError =>
    new StatusError(
      422,
      'Invalid',
      `${resource.kind}${resource.group && `.${resource.group}`} "${name}" is invalid: ${field}: ${why}`,
      {
        name,
        group: resource.group,
        kind: resource.kind,
        causes: [{ reason: 'FieldValueInvalid', message: why, field }],
      },
    ),
  badRequest: (message: string): StatusError => new StatusError(400, 'BadRequest', message),
  unprocessable: (message: string): StatusError =>
    new StatusError(422, 'Invalid', `the server rejected our request due to an error in our request`, {
      causes: [{ reason: 'UnexpectedServerResponse', message }],
    }),
  unsupported: (accepted: readonly string[]): StatusError =>
    new StatusError(
      415,
      'UnsupportedMediaType',
      `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`,
    ),
  methodNotAllowed: (): StatusError =>
    new StatusError(
      405,
      'MethodNotAllowed',
      'the server does not allow this method on the requested resource',
    ),
  unauthorized: (): StatusError => new StatusError(401, 'Unauthorized', 'Unauthorized'),
  expired: (asked: string, oldest: number): StatusError =>
    new StatusError(410, 'Expired', `too old resource version: ${asked} (${oldest})`),
  busy: (seconds: number): StatusError =>
    new StatusError(
      429,
      'TooManyRequests',
      'the server has received too many requests and has asked us to try again later',
      { retryAfterSeconds: seconds },
      seconds,
    ),
  internal: (message: string): StatusError =>
    new StatusError(500, 'InternalError', `Internal error occurred: ${message}`, { causes: [{ message }] }),
};

const moved = 'the object has been modified; please apply your changes to the latest version and try again';

function about(resource: Resource, name: string): object {
  return { name, ...(resource.group === '' ? {} : { group: resource.group }), kind: resource.plural };
}
