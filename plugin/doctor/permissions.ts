import { type Use, type Worker, wordRight, workers } from '../model/rights.ts';
import { listed } from '../text/lists.ts';
import type { Facts } from './facts.ts';
import { type Finding, type FindingCode, found } from './finding-rows.ts';

/** A right that lacks for one of these matters to that command alone. */
const ofCommand: Partial<Record<`${Worker}/${Use}`, FindingCode>> = {
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

/** And one for these to all of them alike. */
const ofAll: Partial<Record<Use, FindingCode>> = { see: 'mayNotSee', trace: 'mayNotTrace' };

/** What the account may not do of what each command needs. */
export function permissionFindings({ rights, account, snapshot }: Facts): Finding[] {
  const lacking = rights.filter(({ missing }) => missing.length > 0);
  const own = lacking.flatMap(({ worker, use, missing }) => {
    const code = ofCommand[`${worker}/${use}`];
    return code === undefined
      ? []
      : [found(code, { command: worker, rights: listed(missing.map(wordRight)) })];
  });
  const shared = Object.entries(ofAll).flatMap(([use, code]) => {
    const missing = lacking.filter((each) => each.use === use).flatMap((each) => each.missing);
    // What a look needs is told there.
    const looked = lacking
      .filter((each) => each.use === 'look')
      .flatMap((each) => each.missing.map(wordRight));
    const left = missing.map(wordRight).filter((right) => !looked.includes(right));
    return left.length === 0 ? [] : [found(code, { rights: listed(left) })];
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
