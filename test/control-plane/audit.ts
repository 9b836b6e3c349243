import { randomUUID } from 'node:crypto';
import { open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from './http.ts';

/** One request that the API server answered (audit.k8s.io/v1 Event). */
export interface AuditEntry {
  auditID: string;
  /** A watch has two entries, one at its start and one at its end. */
  stage: 'ResponseStarted' | 'ResponseComplete' | 'Panic';
  /** `get`, `list`, `watch`, `create`, `update`, `patch`, `delete`, `deletecollection`. */
  verb: string;
  requestURI: string;
  user: { username: string; groups?: string[] };
  userAgent?: string;
  objectRef?: {
    apiGroup?: string;
    resource?: string;
    subresource?: string;
    namespace?: string;
    name?: string;
  };
  responseStatus?: { code?: number; reason?: string };
  /** The body of a write of anyone but the control plane itself: an object, a patch or delete options. */
  // biome-ignore lint/suspicious/noExplicitAny: foreign JSON
  requestObject?: any;
  /** RFC 3339 with microseconds. */
  requestReceivedTimestamp: string;
}

const writeVerbs = ['create', 'update', 'patch', 'delete', 'deletecollection'];

/**
 * Whether the request was meant to change something, refused or not. Dry runs, access reviews and token requests store
 * nothing.
 */
export function isWrite(entry: AuditEntry): boolean {
  if (!writeVerbs.includes(entry.verb) || entry.requestURI.includes('dryRun=All')) return false;
  const { apiGroup, subresource } = entry.objectRef ?? {};
  const asksOnly = apiGroup === 'authorization.k8s.io' || apiGroup === 'authentication.k8s.io';
  return !asksOnly && subresource !== 'token';
}

/**
 * Rules, first match wins. The control plane's own reads and heartbeats are left out, of its writes only the metadata
 * kept; secrets and tokens never get in.
 */
export const auditPolicy = {
  apiVersion: 'audit.k8s.io/v1',
  kind: 'Policy',
  omitStages: ['RequestReceived'],
  rules: [
    { level: 'None', users: ['system:apiserver'] },
    { level: 'None', nonResourceURLs: ['/readyz*', '/livez*', '/healthz*'] },
    {
      level: 'None',
      userGroups: ['test:control-plane', 'system:serviceaccounts:kube-system'],
      verbs: ['get', 'list', 'watch'],
    },
    { level: 'Metadata', userGroups: ['test:control-plane', 'system:serviceaccounts:kube-system'] },
    {
      level: 'Metadata',
      resources: [
        { group: '', resources: ['secrets', 'serviceaccounts/token'] },
        { group: 'authentication.k8s.io', resources: ['*'] },
      ],
    },
    { level: 'Request', verbs: writeVerbs },
    { level: 'Metadata' },
  ],
};

/** Reads the log from byte `from` on, up to a marker request, so that whatever was answered before is in it. */
export async function readAuditLog(path: string, api: ApiClient, from: number): Promise<AuditEntry[]> {
  const marker = `/version?marker=${randomUUID()}`;
  await api.call(marker);
  const deadline = Date.now() + 5000;
  for (;;) {
    const text = await readFrom(path, from);
    if (text.includes(marker)) return parse(text.slice(0, text.indexOf('\n', text.indexOf(marker))));
    if (Date.now() > deadline) throw new Error(`the audit log ${path} lacks ${marker} after 5 s`);
    await sleep(20);
  }
}

/** The log's length now, to be given as `from` later. */
export async function auditLogSize(path: string): Promise<number> {
  const file = await open(path, 'r');
  try {
    return (await file.stat()).size;
  } finally {
    await file.close();
  }
}

/** From byte `from` on; a line that was being written when the log had that length belongs to what came before. */
async function readFrom(path: string, from: number): Promise<string> {
  const file = await open(path, 'r');
  try {
    const start = Math.max(from - 1, 0);
    const length = Math.max((await file.stat()).size - start, 0);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
    const text = buffer.toString('utf8', 0, bytesRead);
    return from === 0 ? text : text.slice(text.indexOf('\n') + 1);
  } finally {
    await file.close();
  }
}

function parse(text: string): AuditEntry[] {
  const lines = text.split('\n').filter((line) => line !== '' && !line.includes('/version?marker='));
  return lines.map((line) => JSON.parse(line) as AuditEntry);
}
