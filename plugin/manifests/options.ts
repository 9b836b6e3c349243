import type { HookName, Mode } from './hook-rows.ts';

/** What the builders need to know; `usualHooks` gives the rest. */
export interface HookOptions {
  mode: Mode;
  /** First word of every object's name. */
  name: string;
  /** Of the pools, written into every object: a RoleBinding needs it for its subject. */
  namespace: string;
  image: string;
  imagePullPolicy: 'IfNotPresent' | 'Always' | 'Never';
  imagePullSecrets: readonly string[];
  /** Seconds of `--timeout` for a hook that shall have more or less than its row gives it. */
  timeoutSeconds: Partial<Record<HookName, number>>;
  /** More flags of a hook's command, as on a command line. */
  flags: Partial<Record<HookName, readonly string[]>>;
  /** What the flags of verify allow: its account gets the rights for it. */
  allow: readonly ('restart-operator' | 'replace')[];
  /** Variables of every hook's container. */
  env: Readonly<Record<string, string>>;
  /** On every object, beside our own. */
  labels: Readonly<Record<string, string>>;
  /** Argo CD shows the termination message of a bare Pod, of a Job only its condition. Helm waits for both. */
  hookKind: 'Job' | 'Pod';
}

export function usualHooks({
  mode,
  namespace,
  image,
}: Pick<HookOptions, 'mode' | 'namespace' | 'image'>): HookOptions {
  return {
    mode,
    name: 'warmgate',
    namespace,
    image,
    imagePullPolicy: 'IfNotPresent',
    imagePullSecrets: [],
    timeoutSeconds: {},
    flags: {},
    allow: [],
    env: {},
    labels: {},
    hookKind: 'Job',
  };
}
