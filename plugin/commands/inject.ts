import type { Options } from '../config/options.ts';
import { parse } from '../config/parse.ts';
import { hookRows, usualHooks } from '../manifests/hooks.ts';
import { inject as injectHooks } from '../manifests/inject.ts';
import type { Exit } from '../model/exits.ts';
import { RunError } from '../model/run-error.ts';
import type { Io } from './io.ts';
import { version } from './version.ts';

/** What Argo CD tells a config management plugin, and a report repeats (https://argo-cd.readthedocs.io/en/stable/user-guide/build-environment/). */
const stamped = ['ARGOCD_APP_NAME', 'ARGOCD_APP_REVISION', 'ARGOCD_APP_NAMESPACE'] as const;

/** Manifests on stdin, the same with the hooks on stdout. @throws RunError 2 as `inject`, and for flags that the hooks would refuse */
export async function inject(options: Options, io: Io): Promise<Exit> {
  const target = targetOf(options, io);
  if (target === 'helm3') throw new RunError('helm3', {});
  const verify = readFlags('verify', options.verifyFlags, Math.ceil(options.timeoutMs / 1000));
  const guard = readFlags('guard', options.guardFlags, hookRows.guard.timeoutSeconds);
  const stream = await io.readStdin();
  const { text, apps, foreign } = injectHooks(stream, {
    ...usualHooks({
      mode: target === 'argo' ? 'argo' : 'helm',
      namespace: '',
      image: options.image ?? `ghcr.io/warmgate/warmgate:${version()}`,
    }),
    name: options.hookName,
    namespace: options.namespace ?? io.env.ARGOCD_APP_NAMESPACE ?? io.env.HELM_NAMESPACE,
    imagePullSecrets: options.pullSecrets,
    hookKind: options.hookKind,
    timeoutSeconds: { verify: verify.seconds, rollback: verify.seconds, guard: guard.seconds },
    flags: { verify: verify.words, guard: guard.words },
    allow: verify.options.allow,
    env: target === 'argo' ? originOf(io) : {},
  });
  io.out(text);
  const say = (what: string): void => (options.quiet ? undefined : io.err(`warmgate: ${what}\n`));
  const names = Object.values(apps).flat();
  if (names.length === 0) say('no AppDefinition in the manifests; no hook added');
  else if (foreign.length > 0) say(`the manifests bring hooks already (${foreign.join(', ')}); none added`);
  else if (options.verbose) say(`hooks added for ${names.join(', ')}`);
  return 0;
}

function targetOf({ hooksFor }: Options, { env }: Io): 'argo' | 'helm4' | 'helm3' {
  return hooksFor ?? (env.HELM_PLUGIN_NAME === undefined ? 'argo' : 'helm4');
}

interface HookFlags {
  words: string[];
  options: Options;
  /** Its `--timeout`, by which the deadline of its Job goes. */
  seconds: number;
}

/** Words of a command line as the hook itself will read them: what it would refuse in the cluster is refused here. */
function readFlags(command: 'verify' | 'guard', text: string | undefined, seconds: number): HookFlags {
  const words = (text ?? '').split(/\s+/).filter((word) => word !== '');
  const parsed = parse([command, '--timeout', `${seconds}s`, ...words], {});
  if (!('options' in parsed)) throw new RunError('extraArgument', { name: '--help', fix: '' });
  return { words, options: parsed.options, seconds: Math.ceil(parsed.options.timeoutMs / 1000) };
}

function originOf({ env }: Io): Record<string, string> {
  return Object.fromEntries(
    stamped.flatMap((name) => (env[name] === undefined || env[name] === '' ? [] : [[name, env[name]]])),
  );
}
