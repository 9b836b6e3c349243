import type { Access } from '../cluster/port.ts';
import { type Kind, kinds } from '../model/kinds.ts';

const looked: readonly Kind[] = [
  'AppDefinition',
  'Session',
  'Deployment',
  'Service',
  'ConfigMap',
  'Pod',
  'ReplicaSet',
  'Lease',
];

const patched: readonly Kind[] = [
  'AppDefinition',
  'Deployment',
  'Service',
  'ConfigMap',
  'PersistentVolumeClaim',
];

/** What a look needs; without one of these nothing can be verified (exit 3). */
export function lookNeeds(namespace: string): Access[] {
  return looked.map((kind) => access('list', kind, namespace));
}

/** What renewing needs beside it; without one of these a run looks only, and says so. hooks/rbac.yaml grants exactly both. */
export function writeNeeds(namespace: string): Access[] {
  return [
    ...patched.flatMap((kind) => [access('get', kind, namespace), access('patch', kind, namespace)]),
    access('get', 'Session', namespace),
    access('delete', 'Service', namespace),
    ...['get', 'create', 'patch', 'delete'].map((verb) => access(verb, 'Lease', namespace)),
  ];
}

/** What leaves a trace in the cluster: without it the verdict is in the output alone. */
export function traceNeeds(namespace: string): Access[] {
  return [access('create', 'Event', namespace), access('create', 'ConfigMap', namespace)];
}

function access(verb: string, kind: Kind, namespace: string): Access {
  const { group, plural } = kinds[kind];
  return { verb, group, resource: plural, namespace };
}
