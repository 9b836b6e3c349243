import type { Exit } from './exits.ts';
import { type ArgumentsOf, fill, type SentenceArgs } from './sentence.ts';

/**
 * The one error about the run itself: wrong usage (2), a cluster that cannot be read (3), interrupted (4), our bug (70).
 * `message` is the whole sentence, in one line, ready to print.
 */
export class RunError<C extends RunCode = RunCode> extends Error {
  readonly code: C;
  readonly exit: 2 | 3 | 4 | 70;
  readonly args: SentenceArgs;

  constructor(code: C, args: ArgumentsOf<(typeof runCodes)[C]['says']>) {
    super(fill(runCodes[code].says, args));
    this.name = 'RunError';
    this.code = code;
    this.exit = runCodes[code].exit;
    this.args = args;
  }
}

interface RunCodeRow {
  readonly exit: Extract<Exit, 2 | 3 | 4 | 70>;
  /** `{name}` stands for an argument; a part in `[...]` is left out when one of its arguments is empty. */
  readonly says: string;
}

/** Everything that ends a run before, or instead of, a verdict on a pool. One row a code. */
export const runCodes = {
  oldNode: usage('Node {needs} or later is needed; this is {found}'),
  unknownCommand: usage('unknown command {name}[; did you mean {near}?]'),
  unknownFlag: usage('unknown flag {flag}[; did you mean {near}?]'),
  foreignFlag: usage('{flag} is not a flag of {command}; it belongs to {commands}'),
  missingValue: usage('{flag} needs a value: {expects}'),
  extraArgument: usage('unexpected argument {name}[; {fix}]'),
  badValue: usage('{flag} {value}: {expects}'),
  durationWithoutUnit: usage('{flag} {value} has no unit; write {fix}'),
  flagsDisagree: usage('{flag} and {other} exclude each other[: {why}]'),
  badVariable: usage('the variable {name} is {value}: {expects}'),

  unreadableFile: usage('cannot read {file}: {reason}'),
  unwritten: usage('standard output was not written: {reason}'),
  notKubernetes: usage('{file} holds no Kubernetes objects[: {reason}]'),
  badManifest: usage('{file}, line {line}: {reason}[; {fix}]'),
  badEncoding: usage('{file} is not UTF-8[ but {found}]; save it as UTF-8'),
  badValues: usage('the values of {file}: {reason}'),
  severalNamespaces: usage('{file} holds objects of several namespaces ({namespaces}); choose one with -n'),

  nothingToPlan: usage('no manifests to plan; give --manifests, --chart or --git'),
  helmMissing: usage('helm is not on the PATH, and --chart needs it'),
  helmFailed: usage('helm could not render {chart}: {reason}'),
  gitMissing: usage('git is not on the PATH, and --git needs it'),
  gitFailed: usage('git cannot read {what}: {reason}'),
  noNamespace: usage(
    'AppDefinition {app} names no namespace; give --namespace (Helm: --post-renderer-args=--namespace=NAME)',
  ),
  tooLarge: usage(
    'an AppDefinition takes {bytes} bytes, but the ConfigMap that tells guard of it holds {most}',
  ),
  helm3: usage(
    'Helm 3 takes no hooks from a post-renderer and would run their Jobs beside the release; use the chart, or Helm 4',
  ),

  unknownNamespace: usage('namespace {namespace} does not exist on {server}'),
  unknownApp: usage('AppDefinition {name} does not exist in namespace {namespace}[; there are: {known}]'),
  notInstalled: usage('Theia Cloud is not installed here: {server} does not serve {resource}'),

  missingKubeconfig: usage('no kubeconfig[: {file} does not exist][; {fix}]'),
  badKubeconfig: usage('{file} is not a usable kubeconfig: {reason}'),
  unknownContext: usage('context {context} is not in {file}[; there are: {known}]'),
  noContext: usage('{file} has no current-context; choose one with --context'),
  noToken: usage(
    'service account token not mounted at {file}; set automountServiceAccountToken or give --kubeconfig',
  ),
  credentialsFailed: cluster('no credentials for {server}: {reason}'),

  forbidden: cluster('{account} may not {verb} {resource} in namespace {namespace}'),
  unauthorized: cluster('{server} does not accept the credentials of context {context} ({reason})'),
  untrusted: cluster(
    'the certificate of {server}[ behind the proxy {proxy}] is not trusted ({reason}); check certificate-authority in the kubeconfig; without it the authorities of the system and of SSL_CERT_FILE count',
  ),
  unreachable: cluster('cannot reach {server}[ through the proxy {proxy}] ({reason}, {verb} {resource})'),
  busy: cluster('{server} kept answering {reason} to {verb} {resource}'),
  refused: cluster('{server} refused to {verb} {resource}: {status} {reason}'),

  interrupted: { exit: 4, says: 'interrupted[ by {signal}]' },
  internal: { exit: 70, says: 'warmgate has a bug: {what}' },
} as const satisfies Record<string, RunCodeRow>;

type RunCode = keyof typeof runCodes;

function usage<const S extends string>(says: S): { exit: 2; says: S } {
  return { exit: 2, says };
}

function cluster<const S extends string>(says: S): { exit: 3; says: S } {
  return { exit: 3, says };
}
