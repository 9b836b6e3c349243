import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { parseAllDocuments } from 'yaml';
import type { KubeObject } from '../model/kube.ts';
import { newestTime } from './cluster.ts';
import { type Lab, startLab } from './lab.ts';

/**
 * Runs a lab until the process ends or `signal` is aborted, and prints one JSON line
 * `{server, kubeconfig, scale, epoch}` once it listens.
 * Arguments: `--scale N`, `--seed N`, `--namespace NAME`, `--load FILE` (a List or documents, JSON or YAML; the lab's
 * clock then starts at the newest time in it). Throws TypeError on wrong arguments.
 */
export async function serveLab(
  argv: readonly string[],
  print: (line: string) => void = console.log,
  signal?: AbortSignal,
): Promise<Lab> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      scale: { type: 'string', default: '1' },
      seed: { type: 'string', default: '1' },
      namespace: { type: 'string', default: 'theia' },
      load: { type: 'string' },
    },
  });
  const scale = Number(values.scale);
  if (!(scale > 0)) throw new TypeError(`--scale ${values.scale} is no positive number`);
  const objects = values.load === undefined ? [] : readObjects(values.load);
  const lab = await startLab({
    scale,
    seed: Number(values.seed),
    namespaces: [values.namespace],
    ...(objects.length === 0 ? {} : { start: newestTime(objects) }),
  });
  lab.load(objects);
  const { server, kubeconfig, clock } = lab;
  print(JSON.stringify({ server, kubeconfig, scale: clock.scale, epoch: clock.epoch }));
  signal?.addEventListener('abort', () => void lab.stop(), { once: true });
  return lab;
}

function readObjects(path: string): KubeObject[] {
  const documents = parseAllDocuments(readFileSync(path, 'utf8')).map((document) => document.toJS());
  return documents.flatMap((document) => document?.items ?? document ?? []);
}
