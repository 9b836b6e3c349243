import type { FlagRow } from './flag-row.ts';

/** Where `plan` takes the desired manifests from, beside `--manifests`. */
export const planFlags = {
  chart: {
    key: 'chart',
    env: 'WARMGATE_CHART',
    kind: 'string',
    value: 'DIR',
    commands: ['plan'],
    says: 'take the desired manifests from this chart; needs helm on the PATH',
  },
  values: {
    key: 'values',
    env: 'WARMGATE_VALUES',
    kind: 'list',
    value: 'FILE',
    commands: ['plan'],
    says: 'values file for --chart, repeatable',
  },
  git: {
    key: 'git',
    env: 'WARMGATE_GIT',
    kind: 'string',
    form: 'revisions',
    value: 'BASE..HEAD',
    commands: ['plan'],
    says: 'take the desired manifests from HEAD; without -f the pools are those of BASE',
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
    says: 'plan to delete the AppDefinitions that the manifests lack, as Argo CD prunes them',
  },
} as const satisfies Record<string, FlagRow>;
