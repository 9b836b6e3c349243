import { every, type FlagRow, printing } from './flag-row.ts';

/** What is said, and where. */
export const outputFlags = {
  output: {
    key: 'output',
    short: 'o',
    env: 'WARMGATE_OUTPUT',
    kind: 'choice',
    choices: ['text', 'json', 'markdown', 'junit', 'html'],
    default: 'text',
    commands: printing,
    says: 'form of the report on stdout',
  },
  report: {
    key: 'reports',
    env: 'WARMGATE_REPORT',
    kind: 'list',
    form: 'report',
    value: 'FILE',
    commands: printing,
    says: 'write the report to this file too: .json, .md, .xml, .html or .txt, repeatable',
  },
  'termination-log': {
    key: 'terminationLog',
    env: 'WARMGATE_TERMINATION_LOG',
    kind: 'string',
    value: 'FILE',
    commands: ['verify', 'guard', 'open', 'check'],
    says: 'where the one-line verdict goes; default: /dev/termination-log when it exists',
  },
  'no-color': {
    key: 'color',
    env: 'WARMGATE_NO_COLOR',
    alsoEnv: 'NO_COLOR',
    kind: 'off',
    commands: every,
    says: 'no colours',
  },
  quiet: {
    key: 'quiet',
    env: 'WARMGATE_QUIET',
    kind: 'flag',
    commands: every,
    says: 'no progress, only the report',
  },
  verbose: {
    key: 'verbose',
    env: 'WARMGATE_VERBOSE',
    kind: 'flag',
    commands: every,
    says: 'say each step and each write',
  },
} as const satisfies Record<string, FlagRow>;
