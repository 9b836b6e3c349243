import { type Kind, kinds } from './kinds.ts';
import { lookedAt } from './snapshot.ts';

/** Commands that talk to a cluster as a hook or CronJob, each with an account of its own. */
export const workers = ['verify', 'guard', 'open', 'check'] as const;

export type Worker = (typeof workers)[number];

/**
 * What a right is for. `look`: without it nothing can be judged (exit 3); `see`: it sees more or sooner; `write`: without it
 * a run looks only; `restart` and `replace`: only with that `--allow`; `trace`: the verdict is left in the cluster.
 */
export const uses = ['look', 'see', 'write', 'restart', 'replace', 'trace'] as const;

export type Use = (typeof uses)[number];

export interface Right {
  verb: string;
  group: string;
  /** Plural, as in the API. */
  resource: string;
}

interface RightRow {
  readonly use: Use;
  readonly verbs: readonly string[];
  readonly on: readonly Kind[];
  readonly who: readonly Worker[];
}

/** Kinds without which a look judges nothing. */
export const judged: readonly Kind[] = [
  'AppDefinition',
  'Session',
  'Deployment',
  'Service',
  'ConfigMap',
  'Pod',
  'ReplicaSet',
  'Lease',
];
const parts: readonly Kind[] = ['Deployment', 'Service', 'ConfigMap', 'PersistentVolumeClaim'];
const holding: readonly Worker[] = ['verify', 'guard', 'open'];
const guarding: readonly Worker[] = ['verify', 'guard'];

/** Every right, once: Roles, access questions and `doctor` are made from these rows. */
const rows: readonly RightRow[] = [
  { use: 'look', verbs: ['list'], on: judged, who: workers },
  { use: 'see', verbs: ['get', 'list', 'watch'], on: lookedAt, who: workers },
  { use: 'write', verbs: ['get', 'patch'], on: ['AppDefinition'], who: ['verify'] },
  { use: 'write', verbs: ['get', 'patch'], on: parts, who: holding },
  { use: 'write', verbs: ['get'], on: ['Session'], who: guarding },
  { use: 'write', verbs: ['delete'], on: ['Service'], who: ['verify'] },
  { use: 'write', verbs: ['get'], on: ['Lease'], who: holding },
  { use: 'write', verbs: ['create'], on: ['Lease'], who: guarding },
  { use: 'write', verbs: ['patch'], on: ['Lease'], who: holding },
  { use: 'write', verbs: ['delete'], on: ['Lease'], who: holding },
  { use: 'restart', verbs: ['delete'], on: ['Deployment'], who: ['verify'] },
  { use: 'replace', verbs: ['delete'], on: ['Deployment', 'Service', 'ConfigMap'], who: ['verify'] },
  { use: 'trace', verbs: ['create'], on: ['Event', 'ConfigMap'], who: holding },
];

/** The rights that a command needs for these uses, each once, in the order of the table. */
export function rightsOf(worker: Worker, wanted: readonly Use[]): Right[] {
  const found = rows
    .filter(({ use, who }) => wanted.includes(use) && who.includes(worker))
    .flatMap(({ verbs, on }) => on.flatMap((kind) => verbs.map((verb) => rightOf(verb, kind))));
  return [...new Map(found.map((right) => [wordRight(right), right])).values()];
}

/** `patch appdefinitions.theia.cloud`. */
export function wordRight({ verb, group, resource }: Right): string {
  return `${verb} ${resource}${group === '' ? '' : `.${group}`}`;
}

function rightOf(verb: string, kind: Kind): Right {
  const { group, plural } = kinds[kind];
  return { verb, group, resource: plural };
}
