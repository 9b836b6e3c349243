import type { ServerResponse } from 'node:http';
import type { KubeObject } from '../../../model/kube.ts';
import { refuse, StatusError } from '../status-error.ts';
import { sendText } from './answer.ts';

/** Lines of a container's log; undefined where the container never ran. */
export type LogSource = (pod: KubeObject, container: string) => string | undefined;

/** Sends a pod's log, `container` and `tailLines` heeded. Throws StatusError 400 for a container that is unknown or did not run. */
export function sendLog(
  source: LogSource,
  pod: KubeObject,
  query: URLSearchParams,
  response: ServerResponse,
): void {
  const containers: string[] = (pod.spec?.containers ?? []).map((row: { name: string }) => row.name);
  const container = query.get('container') ?? containers[0] ?? '';
  const { name } = pod.metadata;
  if (query.get('container') === null && containers.length > 1)
    throw refuse.badRequest(
      `a container name must be specified for pod ${name}, choose one of: [${containers.join(' ')}]`,
    );
  if (!containers.includes(container))
    throw refuse.badRequest(`container ${container} is not valid for pod ${name}`);
  const text = source(pod, container);
  if (text === undefined)
    throw new StatusError(400, 'BadRequest', `container "${container}" in pod "${name}" is waiting to start`);
  const tail = query.get('tailLines');
  sendText(response, 200, tail === null ? text : lastLines(text, Number(tail)));
}

function lastLines(text: string, count: number): string {
  const lines = text.replace(/\n$/, '').split('\n');
  return count === 0 ? '' : `${lines.slice(-count).join('\n')}\n`;
}
