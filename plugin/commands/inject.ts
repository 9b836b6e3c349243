import type { Options } from '../config/options.ts';
import { parse } from '../config/parse.ts';
import { type HookName, hookNames, hookRows, type Mode, usualHooks } from '../manifests/hooks.ts';
import { type InjectOptions, inject as injectHooks } from '../manifests/inject.ts';
import { type ChartValues, contradiction, withValues } from '../manifests/values.ts';
import type { Exit } from '../model/exits.ts';
import { RunError } from '../model/run-error.ts';
import type { Io } from './io.ts';
import { readValues } from './values-file.ts';
import { version } from './version.ts';

/** What Argo CD tells a config management plugin, and a report repeats (https://argo-cd.readthedocs.io/en/stable/user-guide/build-environment/). */
const stamped = ['ARGOCD_APP_NAME', 'ARGOCD_APP_REVISION', 'ARGOCD_APP_NAMESPACE'] as const;

/** Manifests on stdin, the same with the hooks on stdout. @throws RunError 2 as `inject`, and for flags that the hooks would refuse */
export async function inject(options: Options, io: Io): Promise<Exit> {
  if (options.hooksFor === 'helm3') throw new RunError('helm3', {});
  const values = await readValues(options.values, io);
  const mode = modeOf(options, values, io);
  const hooks = hooksOf(options, values, mode, io);
  const { text, apps, foreign, notes } = injectHooks(await io.readStdin(), hooks);
  io.out(text);
  const say = (what: string): void => (options.quiet ? undefined : io.err(`warmgate: ${what}\n`));
  for (const note of notes) say(note);
  const names = Object.values(apps).flat();
  if (names.length === 0) say('no AppDefinition in the manifests; no hook added');
  else if (foreign.length > 0) say(`the manifests bring hooks already (${foreign.join(', ')}); none added`);
  else if (options.verbose) say(`hooks added for ${names.join(', ')}`);
  return 0;
}

function modeOf({ hooksFor }: Options, values: ChartValues, { env }: Io): Mode {
  if (hooksFor !== undefined) return hooksFor === 'argo' ? 'argo' : 'helm';
  return values.mode ?? (env.HELM_PLUGIN_NAME ? 'helm' : 'argo');
}

/** From the flags, else the values, else what is usual. */
function hooksOf(options: Options, values: ChartValues, mode: Mode, io: Io): InjectOptions {
  const { env } = io;
  const usual = usualHooks({ mode, namespace: '', image: `ghcr.io/warmgate/warmgate:${version()}` });
  const { namespace: _, guardWave: __, ...hooks } = withValues(usual, values);
  const read = Object.fromEntries(hookNames.map((hook) => [hook, flagsOf(hook, options, hooks)])) as Record<
    HookName,
    HookFlags
  >;
  const each = <T>(of: (flags: HookFlags) => T): Record<HookName, T> =>
    Object.fromEntries(hookNames.map((hook) => [hook, of(read[hook])])) as Record<HookName, T>;
  const timeoutSeconds = each(({ seconds }) => seconds);
  const reason = contradiction(values, mode, timeoutSeconds);
  if (reason !== undefined) throw new RunError('badValues', { file: options.values.join(', '), reason });
  return {
    ...hooks,
    name: options.hookName,
    namespace: [options.namespace, values.namespace, env.ARGOCD_APP_NAMESPACE, env.HELM_NAMESPACE].find(
      Boolean,
    ),
    image: options.image ?? hooks.image,
    imagePullSecrets: options.pullSecrets.length > 0 ? options.pullSecrets : hooks.imagePullSecrets,
    hookKind: options.hookKind === 'Job' ? hooks.hookKind : options.hookKind,
    timeoutSeconds,
    flags: each(({ words }) => words),
    allow: read.verify.options.allow,
    env: { ...hooks.env, ...(mode === 'argo' ? originOf(io) : {}) },
  };
}

interface HookFlags {
  words: string[];
  options: Options;
  /** Its `--timeout`, by which the deadline of its Job goes. */
  seconds: number;
}

/** Words of a command line as the hook itself will read them: what it would refuse in the cluster is refused here. */
function flagsOf(hook: HookName, options: Options, hooks: Omit<InjectOptions, 'namespace'>): HookFlags {
  const { command, flags, timeoutSeconds } = hookRows[hook];
  const own = { verify: options.verifyFlags, guard: options.guardFlags, open: undefined }[command] ?? '';
  const words = [...(hooks.flags[hook] ?? []), ...own.split(/\s+/).filter((word) => word !== '')];
  // --timeout that is not given has its default, which the values may change.
  const given = command === 'verify' && options.timeoutMs !== timeoutSeconds * 1000;
  const seconds = given
    ? Math.ceil(options.timeoutMs / 1000)
    : (hooks.timeoutSeconds[hook] ?? timeoutSeconds);
  const parsed = parse([command, '--timeout', `${seconds}s`, ...flags, ...words], {});
  if (!('options' in parsed)) throw new RunError('extraArgument', { name: '--help', fix: '' });
  return { words, options: parsed.options, seconds: Math.ceil(parsed.options.timeoutMs / 1000) };
}

function originOf({ env }: Io): Record<string, string> {
  return Object.fromEntries(
    stamped.flatMap((name) => (env[name] === undefined || env[name] === '' ? [] : [[name, env[name]]])),
  );
}
