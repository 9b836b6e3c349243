import type { Exit } from './exits.ts';
import { fill, type SentenceArgs } from './sentence.ts';

/**
 * The one error about the run itself: wrong usage (2), a cluster that cannot be read (3), interrupted (4), our bug (70).
 * `message` is the whole sentence, in one line, ready to print.
 */
export class RunError<C extends RunCode = RunCode> extends Error {
  readonly code: C;
  readonly exit: 2 | 3 | 4 | 70;
  readonly who: Who;
  readonly args: SentenceArgs;

  constructor(code: C, args: RunArgs<C>) {
    super(fill(runCodes[code].say, args));
    this.name = 'RunError';
    this.code = code;
    this.exit = runCodes[code].exit;
    this.who = runCodes[code].who;
    this.args = args;
  }
}

/** Who must act: the caller, whoever runs the cluster, or warmgate's authors. */
export type Who = 'you' | 'cluster' | 'us';

export interface RunCodeRow {
  readonly exit: Extract<Exit, 2 | 3 | 4 | 70>;
  readonly who: Who;
  /** `{name}` stands for an argument; a part in `[...]` is left out when one of its arguments is empty. */
  readonly say: string;
}

/** Everything that ends a run before, or instead of, a verdict on a pool. One row a code. */
export const runCodes = {
  oldNode: you('Node {needs} or later is needed; this is {found}'),
  unknownCommand: you('unknown command {name}[; did you mean {near}?]'),
  unknownFlag: you('unknown flag {flag}[; did you mean {near}?]'),
  foreignFlag: you('{flag} is not a flag of {command}; it belongs to {commands}'),
  missingValue: you('{flag} needs a value: {expects}'),
  extraArgument: you('unexpected argument {name}[; {fix}]'),
  badValue: you('{flag} {value}: {expects}'),
  durationWithoutUnit: you('{flag} {value} has no unit; write {fix}'),
  flagsDisagree: you('{flag} and {other} exclude each other[: {why}]'),
  badVariable: you('the variable {name} is {value}: {expects}'),

  unreadableFile: you('cannot read {file}: {reason}'),
  notKubernetes: you('{file} holds no Kubernetes objects[: {reason}]'),
  badManifest: you('{file}, line {line}: {reason}[; {fix}]'),
  badEncoding: you('{file} is not UTF-8[ but {found}]; save it as UTF-8'),
  badValues: you('the values of {file}: {reason}'),
  severalNamespaces: you('{file} holds objects of several namespaces ({namespaces}); choose one with -n'),

  nothingToPlan: you('no manifests to plan for: give --manifests, --chart or --git'),
  helmMissing: you('helm is not on the PATH, and --chart needs it'),
  helmFailed: you('helm could not render {chart}: {reason}'),
  gitMissing: you('git is not on the PATH, and --git needs it'),
  gitFailed: you('git cannot read {what}: {reason}'),
  noNamespace: you(
    'no namespace: AppDefinition {app} does not say its namespace; give --namespace (Helm: --post-renderer-args=--namespace=NAME)',
  ),
  tooLarge: you('an AppDefinition takes {bytes} bytes, a ConfigMap holds {most}: guard cannot be told of it'),
  helm3: you(
    'Helm 3 takes no hooks from a post-renderer, the Jobs would be ordinary objects and run beside the release; use the chart, or Helm 4',
  ),

  unknownNamespace: you('namespace {namespace} does not exist on {server}'),
  unknownApp: you('AppDefinition {name} does not exist in namespace {namespace}[; there are: {known}]'),
  notInstalled: you('Theia Cloud is not installed here: {server} does not serve {resource}'),

  missingKubeconfig: you('no kubeconfig[: {file} does not exist][; {fix}]'),
  badKubeconfig: you('{file} is not a usable kubeconfig: {reason}'),
  unknownContext: you('context {context} is not in {file}[; there are: {known}]'),
  noContext: you('{file} has no current-context; choose one with --context'),
  noToken: you(
    'service account token not mounted at {file}; set automountServiceAccountToken or give --kubeconfig',
  ),
  credentialsFailed: cluster('no credentials for {server}: {reason}'),

  forbidden: cluster('{account} may not {verb} {resource} in namespace {namespace}'),
  unauthorized: cluster('{server} does not accept the credentials of context {context} ({reason})'),
  untrusted: cluster(
    'the certificate of {server} is not trusted ({reason}); check certificate-authority in the kubeconfig',
  ),
  unreachable: cluster('cannot reach {server} ({reason}, {verb} {resource})'),
  busy: cluster('{server} kept answering {reason} to {verb} {resource}'),
  refused: cluster('{server} refused to {verb} {resource}: {status} {reason}'),

  interrupted: { exit: 4, who: 'you', say: 'interrupted[ by {signal}]' },
  internal: { exit: 70, who: 'us', say: 'warmgate has a bug: {what}' },
} as const satisfies Record<string, RunCodeRow>;

export type RunCode = keyof typeof runCodes;

type Named<S> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | Named<Rest> : never;

type Optional<S> = S extends `${string}[${infer Part}]${infer Rest}` ? Named<Part> | Optional<Rest> : never;

/** The arguments that a code's sentence needs, and those that it can do without. */
export type RunArgs<C extends RunCode> = Readonly<
  Record<
    Exclude<Named<(typeof runCodes)[C]['say']>, Optional<(typeof runCodes)[C]['say']>>,
    string | number
  > &
    Partial<Record<Optional<(typeof runCodes)[C]['say']>, string | number | undefined>>
>;

function you<const S extends string>(say: S): { exit: 2; who: 'you'; say: S } {
  return { exit: 2, who: 'you', say };
}

function cluster<const S extends string>(say: S): { exit: 3; who: 'cluster'; say: S } {
  return { exit: 3, who: 'cluster', say };
}
