import { isRecord } from '../model/foreign.ts';
import { type HookName, type HookOptions, hookNames, hookRows, type PodSettings } from './hooks.ts';
import { deadlineMarginSeconds } from './workloads.ts';

/** Values of the chart as its schema lets them through; what only the chart renders (CronJobs, follow) is not read here. */
export interface ChartValues extends Partial<Record<HookName, HookValues>> {
  enabled?: boolean;
  mode?: 'helm' | 'argo';
  namespace?: string;
  image?: {
    mode?: 'image' | 'bundle';
    repository?: string;
    tag?: string;
    digest?: string;
    pullPolicy?: HookOptions['imagePullPolicy'];
  };
  bundle?: { image?: string; script?: string; configMap?: string };
  imagePullSecrets?: string[];
  helmTimeoutSeconds?: number;
  allow?: HookOptions['allow'];
  operator?: { namespace?: string; selector?: string };
  argo?: { hookKind?: HookOptions['hookKind'] };
  env?: Record<string, string>;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  pod?: Partial<PodSettings>;
}

interface HookValues {
  enabled?: boolean;
  timeoutSeconds?: number;
  deadlineSeconds?: number;
  flags?: string[];
}

/** Values files one after another, as Helm merges them: a later one wins, mapping by mapping, and null takes a value away. */
export function mergeValues(first: unknown, second: unknown): unknown {
  if (!isRecord(first) || !isRecord(second)) return second;
  const merged: Record<string, unknown> = { ...first };
  for (const [key, value] of Object.entries(second)) {
    if (value === null) delete merged[key];
    else merged[key] = mergeValues(merged[key], value);
  }
  return merged;
}

/** The options of the hooks with what the values say; what they leave out stays. */
export function withValues(usual: HookOptions, values: ChartValues): HookOptions {
  const each = <T>(read: (own: HookValues) => T | undefined): Partial<Record<HookName, T>> =>
    Object.fromEntries(
      hookNames.flatMap((hook) => {
        const value = read(values[hook] ?? {});
        return value === undefined ? [] : [[hook, value]];
      }),
    );
  const { image, bundle = {}, pod = {} } = values;
  const allow = values.allow ?? usual.allow;
  return {
    ...usual,
    image: imageOf(values, usual.image),
    imagePullPolicy: image?.pullPolicy ?? usual.imagePullPolicy,
    imagePullSecrets: values.imagePullSecrets ?? usual.imagePullSecrets,
    bundle: image?.mode === 'bundle' ? (bundle.configMap ?? '') : usual.bundle,
    without: hookNames.filter((hook) => values.enabled === false || values[hook]?.enabled === false),
    timeoutSeconds: { ...usual.timeoutSeconds, ...each(({ timeoutSeconds }) => timeoutSeconds) },
    deadlineSeconds: { ...usual.deadlineSeconds, ...each(({ deadlineSeconds }) => deadlineSeconds) },
    flags: Object.fromEntries(hookNames.map((hook) => [hook, flagsOf(hook, values, allow)])),
    allow,
    env: values.env ?? usual.env,
    labels: values.labels ?? usual.labels,
    annotations: values.annotations ?? usual.annotations,
    pod: { ...usual.pod, ...pod },
    hookKind: values.argo?.hookKind ?? usual.hookKind,
  };
}

/** As the chart puts it together; `usual` has its repository and tag. */
function imageOf({ image, bundle }: ChartValues, usual: string): string {
  if (image?.mode === 'bundle') return bundle?.image || 'docker.io/library/node:24-slim';
  const [, usualRepository = '', usualTag = ''] = /^(.*):([^:]*)$/.exec(usual) ?? [];
  const repository = image?.repository ?? usualRepository;
  return image?.digest ? `${repository}@${image.digest}` : `${repository}:${image?.tag || usualTag}`;
}

function flagsOf(
  hook: HookName,
  { operator, [hook]: own }: ChartValues,
  allow: HookOptions['allow'],
): string[] {
  return [
    ...(operator?.namespace ? ['--operator-namespace', operator.namespace] : []),
    ...(operator?.selector ? ['--operator-selector', operator.selector] : []),
    ...(hookRows[hook].command === 'verify' ? allow.flatMap((means) => ['--allow', means]) : []),
    ...(own?.flags ?? []),
  ];
}

/** What a schema cannot say: values that contradict each other, in the words of the chart; undefined where none do. */
export function contradiction(
  values: ChartValues,
  mode: HookOptions['mode'],
  timeouts: Readonly<Record<HookName, number>>,
): string | undefined {
  if (mode === 'helm' && values.argo?.hookKind === 'Pod') return 'argo.hookKind is for mode: argo';
  if (values.image?.mode === 'bundle' && !values.bundle?.configMap)
    return 'image.mode: bundle needs bundle.configMap here';
  for (const hook of hookNames) {
    const { enabled = true, deadlineSeconds } = values[hook] ?? {};
    if (!enabled || values.enabled === false) continue;
    const timeout = timeouts[hook];
    const deadline = deadlineSeconds ?? timeout + deadlineMarginSeconds;
    if (deadline < timeout + 10)
      return `${hook}: deadlineSeconds (${deadline}) must be at least 10 above timeoutSeconds (${timeout})`;
    const { helmTimeoutSeconds: helm } = values;
    if (mode === 'helm' && hookRows[hook].helm !== '' && helm !== undefined && helm < deadline + 10)
      return `${hook}: helmTimeoutSeconds (${helm}) must be at least 10 above deadlineSeconds (${deadline})`;
  }
  return undefined;
}
