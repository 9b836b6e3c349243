import { type Use, type Worker, wordRight, workers } from '../model/rights.ts';
import { nameList } from '../text/lists.ts';
import type { Facts } from './facts.ts';
import { type Finding, findingsAbout, grant } from './finding.ts';

export const permissionRows = {
  mayAll: { severity: 'ok', says: '{command} may do all that it needs' },
  mayNotLook: {
    severity: 'problem',
    says: '{command} may not {rights}, so it can judge nothing and exits with 3',
    todo: grant,
  },
  mayNotRenew: {
    severity: 'problem',
    says: 'verify may not {rights}, so it only looks, and fails as soon as a pool is stale',
    todo: grant,
  },
  mayNotGuard: {
    severity: 'warning',
    says: 'guard may not {rights}, so it protects no session, and says so',
    todo: grant,
  },
  mayNotOpen: {
    severity: 'warning',
    says: 'open may not {rights}, so a gate that a failed run leaves closed stays closed until the next verify',
    todo: grant,
  },
  mayNotSee: {
    severity: 'note',
    says: 'the hooks may not {rights}, so they do not judge what that shows',
    todo: grant,
  },
  mayNotTrace: {
    severity: 'note',
    says: 'the hooks may not {rights}, so the verdict is in their output alone',
    todo: grant,
  },
  mayNotRestart: {
    severity: 'note',
    says: '--allow restart-operator needs the right to {rights}',
    todo: 'grant it only if you want to allow that',
  },
  mayNotReplace: {
    severity: 'note',
    says: '--allow replace needs the right to {rights}',
    todo: 'grant it only if you want to allow that',
  },
  askedAs: {
    severity: 'note',
    says: 'all this is about {account}; the hooks run under accounts of their own',
    todo: 'compare with kubectl auth can-i --list -n {namespace} --as=system:serviceaccount:{namespace}:warmgate-verify',
  },
} as const;

const found = findingsAbout('permissions', permissionRows);

type Lack = Exclude<keyof typeof permissionRows, 'mayAll' | 'askedAs'>;

/** A right that one command lacks for one of these uses matters to that command alone. */
const ofCommand: Partial<Record<`${Worker}/${Use}`, Lack>> = {
  'verify/look': 'mayNotLook',
  'guard/look': 'mayNotLook',
  'open/look': 'mayNotLook',
  'check/look': 'mayNotLook',
  'verify/write': 'mayNotRenew',
  'guard/write': 'mayNotGuard',
  'open/write': 'mayNotOpen',
  'verify/restart': 'mayNotRestart',
  'verify/replace': 'mayNotReplace',
};

/** For these uses it matters to all commands alike. */
const ofAll = { see: 'mayNotSee', trace: 'mayNotTrace' } as const satisfies Partial<Record<Use, Lack>>;

/** What the account may not do of what each command needs. */
export function permissionFindings({ rights, account, snapshot }: Facts): Finding[] {
  const lacking = rights.filter(({ missing }) => missing.length > 0);
  const own = lacking.flatMap(({ worker, use, missing }) => {
    const code = ofCommand[`${worker}/${use}`];
    return code === undefined
      ? []
      : [found(code, { command: worker, rights: nameList(missing.map(wordRight)) })];
  });
  const shared = Object.entries(ofAll).flatMap(([use, code]) => {
    const missing = lacking.filter((each) => each.use === use).flatMap((each) => each.missing);
    // The findings above name what a look needs.
    const looked = lacking
      .filter((each) => each.use === 'look')
      .flatMap((each) => each.missing.map(wordRight));
    const left = missing.map(wordRight).filter((right) => !looked.includes(right));
    return left.length === 0 ? [] : [found(code, { rights: nameList(left) })];
  });
  const fine = workers
    .filter((worker) => !lacking.some((each) => each.worker === worker && usual.includes(each.use)))
    .map((worker) => found('mayAll', { command: worker }));
  const hooksOwn = account.startsWith('system:serviceaccount:');
  const asked =
    hooksOwn || account === '' ? [] : [found('askedAs', { account, namespace: snapshot.namespace })];
  return [...fine, ...own, ...shared, ...asked];
}

const usual: readonly Use[] = ['look', 'see', 'write', 'trace'];
