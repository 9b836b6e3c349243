import { type Right, rightsOf, type Use, type Worker } from '../model/rights.ts';
import type { HookOptions } from './hooks.ts';
import { type Manifest, metaOf } from './manifest.ts';

/** One rule of a Role (rbac.authorization.k8s.io/v1). */
export interface PolicyRule {
  apiGroups: string[];
  resources: string[];
  verbs: string[];
}

const usualUses: readonly Use[] = ['look', 'see', 'write', 'trace'];

/** The uses of a right that come with an `--allow`. */
const allowedUses = {
  'restart-operator': 'restart',
  replace: 'replace',
} as const satisfies Record<HookOptions['allow'][number], Use>;

export function accountName(worker: Worker, { name }: Pick<HookOptions, 'name'>): string {
  return `${name}-${worker}`;
}

/**
 * ServiceAccount, Role and RoleBinding of one command, in this order. `annotations` make hooks of them, for a command
 * that runs before anything of the release is there; `component` gives them another name than the command's.
 */
export function rbac(
  worker: Worker,
  options: HookOptions,
  more: { annotations?: Record<string, string>; component?: string } = {},
): Manifest[] {
  const component = more.component ?? worker;
  const name = `${options.name}-${component}`;
  const metadata = metaOf(name, component, options, more.annotations);
  const { namespace } = options;
  return [
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata, automountServiceAccountToken: false },
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'Role',
      metadata,
      rules: rulesOf(worker, [...usualUses, ...options.allow.map((allowed) => allowedUses[allowed])]),
    },
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'RoleBinding',
      metadata,
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name },
      subjects: [{ kind: 'ServiceAccount', name, namespace }],
    },
  ];
}

/** The rules of a command's Role: one for each set of verbs in an API group. The namespace itself may be read: is it there? */
export function rulesOf(worker: Worker, uses: readonly Use[] = usualUses): PolicyRule[] {
  const rights = [...rightsOf(worker, uses), { verb: 'get', group: '', resource: 'namespaces' }];
  const byResource = new Map<string, Right[]>();
  for (const right of rights) {
    const key = `${right.group}/${right.resource}`;
    byResource.set(key, [...(byResource.get(key) ?? []), right]);
  }
  const rules = new Map<string, PolicyRule>();
  for (const [first, ...rest] of byResource.values()) {
    if (first === undefined) continue;
    const verbs = [...new Set([first, ...rest].map(({ verb }) => verb))].sort(byVerb);
    const key = `${first.group}/${verbs.join()}`;
    const rule = rules.get(key) ?? { apiGroups: [first.group], resources: [], verbs };
    rule.resources.push(first.resource);
    rules.set(key, rule);
  }
  return [...rules.values()];
}

const verbOrder = ['get', 'list', 'watch', 'create', 'patch', 'delete'];

function byVerb(one: string, other: string): number {
  return verbOrder.indexOf(one) - verbOrder.indexOf(other);
}
