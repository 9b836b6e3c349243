import type { FlagRow } from './flag-row.ts';

/** Where `plan` takes the desired manifests from, beside `--manifests`. */
export const planFlags = {
  chart: {
    key: 'chart',
    env: 'WARMGATE_CHART',
    kind: 'string',
    value: 'DIR',
    commands: ['plan'],
    says: 'desired manifests of this chart, rendered by the helm that is on the PATH',
  },
  values: {
    key: 'values',
    env: 'WARMGATE_VALUES',
    kind: 'list',
    value: 'FILE',
    commands: ['plan', 'inject'],
    says: 'values file, repeatable: of --chart, or for inject in the words of the chart of warmgate',
  },
  git: {
    key: 'git',
    env: 'WARMGATE_GIT',
    kind: 'string',
    form: 'revisions',
    value: 'BASE..HEAD',
    commands: ['plan'],
    says: 'desired manifests at HEAD; without -f the pools are taken to be those of BASE',
  },
  path: {
    key: 'path',
    env: 'WARMGATE_PATH',
    kind: 'string',
    value: 'DIR',
    default: '.',
    commands: ['plan'],
    says: 'where in the repository --git looks for manifests',
  },
  prune: {
    key: 'prune',
    env: 'WARMGATE_PRUNE',
    kind: 'flag',
    commands: ['plan'],
    says: 'AppDefinitions that the manifests lack are deleted, as Argo CD prunes them',
  },
} as const satisfies Record<string, FlagRow>;
