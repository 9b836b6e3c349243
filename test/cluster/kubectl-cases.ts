import { readFileSync } from 'node:fs';

/** A configuration that kubectl and warmgate are both tried with. `{https}`, `{dir}`, `{ca}` and the like stand for what a run fills in. */
export interface Case {
  name: string;
  /** By name, in the folder of the case; an object is written as JSON. */
  files: Record<string, string | object>;
  /** `--kubeconfig` and `--context`. */
  kubeconfig?: string;
  context?: string;
  env?: Record<string, string>;
  /** The working folder, below that of the case. */
  cwd?: string;
  /** Row of docs/kubeconfig.md that says why warmgate's request is another one than kubectl's. */
  differs?: string;
  /** What warmgate says where it sends nothing. */
  says?: RegExp;
  /** What warmgate warns of. */
  warns?: RegExp;
}

type Fields = Record<string, unknown>;

/** A kubeconfig with one context. */
export function config(
  cluster: Fields,
  user: Fields = { token: 'abc' },
  context: Fields = {},
  more: Fields = {},
): object {
  return {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'main',
    clusters: [{ name: 'main', cluster }],
    users: [{ name: 'me', user }],
    contexts: [{ name: 'main', context: { cluster: 'main', user: 'me', namespace: 'theia', ...context } }],
    ...more,
  };
}

export const https = { server: 'https://127.0.0.1:{https}', 'certificate-authority': '{dir}/ca.pem' };
export const http = { server: 'http://127.0.0.1:{http}' };

/** One kubeconfig, found by KUBECONFIG. */
export function one(name: string, kubeconfig: object, more: Partial<Case> = {}): Case {
  return { name, files: { config: kubeconfig }, env: { KUBECONFIG: '{dir}/config' }, ...more };
}

/** Public reports, with the verdict that kubectl gives. */
export const fieldCases: Case[] = [
  field('kubeconfig-scratch-context.yaml', { differs: 'http-loopback' }),
  field('kubeconfig-impersonation.yaml', { differs: 'http-loopback' }),
  field('kubeconfig-exec-cluster-info.yaml'),
  field('kubeconfig-exec-relative.yaml', { says: /exec plugin .*plug failed \(1\)/ }),
];

/** Its plugin fails unless it is told the cluster. */
function field(name: string, more: Partial<Case> = {}): Case {
  const read = (file: string): string => readFileSync(`test/fixtures/field/${file}`, 'utf8');
  const text = read(name).replace('18443', '{https}').replace('18080', '{http}');
  const files = { [`sub/${name}`]: text, 'sub/plug': read('plug'), 'elsewhere/file': '' };
  return { name, files, cwd: 'elsewhere', env: { KUBECONFIG: `{dir}/sub/${name}` }, ...more };
}
