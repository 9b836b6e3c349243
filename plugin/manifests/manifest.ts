import { stringify } from 'yaml';
import type { HookOptions, HookRow, Mode } from './hooks.ts';

/** Name, labels and, where the object is a hook, annotations. `component` is the command that the object serves. */
export function metaOf(
  name: string,
  component: string,
  options: HookOptions,
  annotations: Record<string, string> = {},
): Manifest['metadata'] {
  return {
    name,
    namespace: options.namespace,
    labels: labelsOf(component, options),
    ...unlessEmpty('annotations', { ...options.annotations, ...annotations }),
  };
}

/** A field of an object, or no field where there is nothing in it. */
export function unlessEmpty<K extends string, T extends object | string>(
  key: K,
  value: T,
): { [key in K]?: T } {
  const size = typeof value === 'string' ? value.length : Object.keys(value).length;
  return size === 0 ? {} : ({ [key]: value } as { [key in K]: T });
}

/** No `managed-by`: Helm writes that one itself. */
export function labelsOf(component: string, { labels }: HookOptions): Record<string, string> {
  return {
    'app.kubernetes.io/name': 'warmgate',
    'app.kubernetes.io/component': component,
    ...labels,
  };
}

/**
 * `run`: a Job or Pod, deleted once it succeeded and before the next one; a failed one stays as evidence. `support`: what
 * it stands on, deleted only before it is made anew. Never with a TTL: Argo CD and Helm 4 would lose sight of the Job.
 */
export function hookAnnotations(
  row: Pick<HookRow, Mode>,
  mode: Mode,
  weight: number,
  role: 'run' | 'support',
): Record<string, string> {
  const runs = role === 'run';
  if (mode === 'argo') {
    return {
      'argocd.argoproj.io/hook': row.argo,
      'argocd.argoproj.io/hook-delete-policy': runs
        ? 'BeforeHookCreation,HookSucceeded'
        : 'BeforeHookCreation',
      'argocd.argoproj.io/sync-wave': String(weight),
    };
  }
  return {
    'helm.sh/hook': row.helm,
    'helm.sh/hook-weight': String(weight),
    'helm.sh/hook-delete-policy': runs ? 'before-hook-creation,hook-succeeded' : 'before-hook-creation',
    ...(runs ? { 'helm.sh/hook-output-log-policy': 'hook-failed' } : {}),
  };
}

/** A Kubernetes object as it is applied: plain, ready for JSON or YAML, its keys in the order in which one reads them. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: {
    name: string;
    namespace: string;
    labels: Record<string, string>;
    annotations?: Record<string, string>;
  };
  [field: string]: unknown;
}

/**
 * An object as YAML that readers of YAML 1.1 and 1.2 understand alike: Helm, kubectl and Argo CD take an unquoted `yes`
 * or `0777` for something else than text.
 */
export function writeYaml(value: object): string {
  return stringify(value, { lineWidth: 0, aliasDuplicateObjects: false, compat: 'yaml-1.1' });
}
