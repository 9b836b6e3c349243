export interface CommandRow {
  /** The hook it is meant for; empty for none. */
  readonly hook: string;
  /** One sentence for the list of commands. */
  readonly does: string;
  /** What one should know before running it; a line each. */
  readonly more: readonly string[];
  /** Command lines without the program's name, and what each is for. */
  readonly examples: readonly (readonly [string, string])[];
  /** It talks to a cluster and judges: its help lists the exit codes. */
  readonly judges: boolean;
  readonly hidden?: boolean;
}

/** Every command. A new one: one row here, its name in the flags' rows, one file in commands/. */
export const commands = {
  verify: {
    hook: 'PostSync, post-install, post-upgrade; post-rollback with --always-exit-0',
    does: 'prove that every free instance reached the release, renew those that did not',
    more: [
      'Waits for the operator, compares every free instance with its AppDefinition, and renews what is stale:',
      'the gate closes, the operator renews the instances, the gate opens on each that is ready.',
      'Live sessions keep every object; the report proves it.',
    ],
    examples: [
      ['verify', 'all AppDefinitions with a pool, in the namespace of the context or pod'],
      ['verify --app java-17 --timeout 8m', 'one pool, with more time'],
      [
        'verify --expect-image java-17=ghcr.io/example/java:1.3.0',
        'exit with 5 if the AppDefinition names another image',
      ],
      ['verify --always-exit-0', 'after a rollback, where a failing hook would wedge the release'],
    ],
    judges: true,
  },
  guard: {
    hook: 'PreSync, pre-upgrade',
    does: 'protect live sessions before a release changes AppDefinitions',
    more: [
      'Makes every live Session an owner of all its parts and shields sidecars from the operator.',
      'With --manifests the gate closes for the AppDefinitions that are about to change; with --gate for all.',
      'Where Theia Cloud, the operator or a permission is missing, it only warns; with --strict it fails.',
    ],
    examples: [
      ['guard', 'complete the claims, shield the sidecars'],
      ['guard --manifests desired.yaml', 'close the gate for what this release changes'],
      ['guard --follow', 'stay, and complete claims as sessions start'],
    ],
    judges: true,
  },
  open: {
    hook: 'SyncFail',
    does: 'open gates that a failed or killed run left closed',
    more: [
      'Opens what is current and ready; the rest only with --force. --expired looks at expired gates only.',
    ],
    examples: [
      ['open', 'open every instance that is current and ready'],
      ['open --force --app java-17', 'open one pool whatever state it is in'],
    ],
    judges: true,
  },
  check: {
    hook: '',
    does: 'look once at the pools and judge them; writes nothing',
    more: [
      'Looks at the cluster, or with -f at what kubectl get printed, which needs no cluster and no account.',
    ],
    examples: [
      ['check', 'one look at the cluster'],
      [
        'check -f pool.json',
        'judge a file: kubectl get appdefinitions,sessions,all,cm,pvc,lease -o json > pool.json',
      ],
      ['check -o json --require-same-digest', 'for a script'],
    ],
    judges: true,
  },
  plan: {
    hook: '',
    does: 'show what the operator would do to the pools with these manifests; writes nothing',
    more: [
      'Says which instances are kept, renewed, created and deleted, and what live sessions lose, without guard and with it.',
      'The pools come from the cluster, from files (-f), or with --git from the base revision.',
      'Exits with 0 whatever the plan says; 2 and 3 mean the same as for the other commands.',
    ],
    examples: [
      ['plan --manifests desired.yaml', 'against the cluster'],
      ['plan --manifests desired.yaml -f pool.json', 'from files alone'],
      ['plan --chart ./chart --values production.yaml', 'a chart, rendered by helm'],
      ['plan --git main..HEAD --path deploy', 'a pull request, without a cluster'],
    ],
    judges: false,
  },
  doctor: {
    hook: '',
    does: 'find what would make the hooks fail: permissions, operator, conventions, deadlines',
    more: [
      'Asks what the account that runs it may do: give it the kubeconfig of the account that the hooks have.',
      'Exits with 1 where a hook would fail, else with 0; 2 and 3 mean the same as for the other commands.',
    ],
    examples: [
      ['doctor', 'once, before the first release with warmgate'],
      ['doctor -o json', 'for a script'],
    ],
    judges: false,
  },
  inject: {
    hook: 'Argo CD config management plugin, Helm 4 post-renderer',
    does: 'add the guard and verify hooks to a stream of manifests',
    more: [
      'Prints stdin byte for byte, then the hooks for its AppDefinitions and what those need:',
      'accounts, rights, and the desired AppDefinitions, so that guard knows what is about to change.',
      'A second run replaces what the first one added. Without an AppDefinition it adds nothing.',
    ],
    examples: [
      ['inject --for argo -n theia < rendered.yaml', 'print the stream, then the hooks'],
      ['inject --for helm4 --verify-flags=--require-same-digest', 'as a post-renderer of Helm 4'],
    ],
    judges: false,
  },
  demo: {
    hook: '',
    does: 'see the incident happen and heal in a cluster inside this process',
    more: ['Needs no cluster and no network; takes less than a minute.'],
    examples: [['demo', 'a stale pool, two live sessions, and verify']],
    judges: false,
  },
  lab: {
    hook: '',
    does: 'run the embedded cluster alone, for tests',
    more: [],
    examples: [],
    judges: false,
    hidden: true,
  },
  version: { hook: '', does: 'print the version', more: [], examples: [], judges: false },
  help: {
    hook: '',
    does: 'explain a command',
    more: [],
    examples: [['help verify', 'the same as verify --help']],
    judges: false,
  },
} as const satisfies Record<string, CommandRow>;

export type CommandName = keyof typeof commands;

export const commandNames: readonly CommandName[] = Object.keys(commands) as CommandName[];
