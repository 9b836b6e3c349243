import { setTimeout as sleep } from 'node:timers/promises';
import type { KubeObject } from '../../plugin/model/kube.ts';
import type { ApiClient } from './http.ts';

/** Ends the watch; resolves when nothing more is reported. */
export type StopWatch = () => Promise<void>;

/**
 * Reports every object of a list path now and after each change, `gone` when it is deleted. When the stream breaks or
 * is too old everything is listed again; objects that vanished in between are not reported.
 */
export function watchObjects(
  api: ApiClient,
  path: string,
  report: (object: KubeObject, gone: boolean) => void,
): StopWatch {
  const end = new AbortController();
  const done = run(api, path, report, end.signal);
  return async () => {
    end.abort();
    await done;
  };
}

async function run(
  api: ApiClient,
  path: string,
  report: (object: KubeObject, gone: boolean) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const { body } = await api.call(path);
      for (const item of body.items) if (!signal.aborted) report(item, false);
      await stream(api, path, body.metadata.resourceVersion, report, signal);
    } catch {
      // The server is going away or refuses for the moment; a new list tells what was missed.
      if (!signal.aborted) await sleep(200);
    }
  }
}

async function stream(
  api: ApiClient,
  path: string,
  from: string,
  report: (object: KubeObject, gone: boolean) => void,
  signal: AbortSignal,
): Promise<void> {
  const query = `watch=1&allowWatchBookmarks=true&timeoutSeconds=300&resourceVersion=${from}`;
  await api.lines(`${path}?${query}`, signal, (line) => {
    const event = JSON.parse(line) as { type: string; object: KubeObject };
    if (event.type === 'ERROR') throw new Error('the watch is too old');
    if (event.type !== 'BOOKMARK' && !signal.aborted) report(event.object, event.type === 'DELETED');
  });
}
