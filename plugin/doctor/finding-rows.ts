/** How bad a finding is, worst first. Only a problem makes `doctor` exit 1: a hook would fail because of it. */
export const severities = {
  problem: { rank: 0, tone: 'bad' },
  warning: { rank: 1, tone: 'warn' },
  note: { rank: 2, tone: 'plain' },
  ok: { rank: 3, tone: 'good' },
} as const satisfies Record<string, { rank: number; tone: 'good' | 'bad' | 'warn' | 'plain' }>;

export type Severity = keyof typeof severities;

/** What is looked at, in the order in which it is told. */
export const topics = [
  'permissions',
  'operator',
  'versions',
  'settings',
  'sidecars',
  'images',
  'hooks',
  'gates',
  'owners',
  'counts',
] as const;

export type Topic = (typeof topics)[number];

export interface FindingRow {
  readonly topic: Topic;
  readonly severity: Severity;
}

const of =
  <const T extends Topic>(topic: T) =>
  <const S extends Severity>(severity: S): { topic: T; severity: S } => ({ topic, severity });
const permissions = of('permissions');
const operator = of('operator');
const versions = of('versions');
const settings = of('settings');
const sidecars = of('sidecars');
const images = of('images');
const hooks = of('hooks');
const gates = of('gates');
const owners = of('owners');

/** Everything that doctor can find. Words are in words.ts and todo.ts, the rule that finds it in the file of its topic. */
export const findingRows = {
  mayAll: permissions('ok'),
  mayNotLook: permissions('problem'),
  mayNotRenew: permissions('problem'),
  mayNotGuard: permissions('warning'),
  mayNotOpen: permissions('warning'),
  mayNotSee: permissions('note'),
  mayNotTrace: permissions('note'),
  mayNotRestart: permissions('note'),
  mayNotReplace: permissions('note'),
  askedAs: permissions('note'),

  operatorWorks: operator('ok'),
  operatorImage: operator('ok'),
  operatorMoves: operator('note'),
  operatorAbsent: operator('problem'),
  operatorNotSeen: operator('problem'),
  operatorRollingOut: operator('warning'),
  operatorIdle: operator('problem'),
  operatorFormerLeader: operator('warning'),
  operatorFork: operator('ok'),
  operatorUpstream: operator('warning'),
  operatorUnknown: operator('note'),
  argumentsRead: operator('ok'),
  argumentsUnread: operator('note'),
  noEagerStart: operator('note'),
  leaseTimes: operator('ok'),
  leaseOrder: operator('warning'),
  leaseSlow: operator('warning'),

  versionsServed: versions('ok'),
  versionMissing: versions('problem'),
  versionFails: versions('problem'),
  otherVersionFails: versions('warning'),
  listFails: versions('problem'),

  proxyConfigThere: settings('ok'),
  proxyConfigMissing: settings('problem'),
  routesThere: settings('ok'),
  routeMissing: settings('problem'),
  routesNotServed: settings('problem'),
  routesNotSeen: settings('note'),
  settingsNewer: settings('warning'),

  noSidecars: sidecars('ok'),
  sidecarsDeleted: sidecars('warning'),
  sidecarFirst: sidecars('warning'),

  imagesPinned: images('ok'),
  imagesLatest: images('warning'),
  imagesMutable: images('note'),
  imagesAlways: images('note'),

  deadlinesOrdered: hooks('ok'),
  noHooks: hooks('note'),
  hooksNotSeen: hooks('note'),
  flagsRefused: hooks('problem'),
  deadlineOrder: hooks('problem'),
  deadlineTight: hooks('warning'),
  deadlineMissing: hooks('warning'),
  helmTimeout: hooks('warning'),
  ttlSet: hooks('warning'),
  rollbackMayFail: hooks('problem'),

  gatesOpen: gates('ok'),
  gateFollowed: gates('ok'),
  gateHeld: gates('note'),
  gateExpired: gates('warning'),
  gateStray: gates('warning'),
  badReferences: gates('warning'),

  ownedByArgo: owners('note'),
  ownedByHelm: owners('note'),
  ownedTwice: owners('warning'),
  ownedByLabel: owners('note'),
  ownedByNobody: owners('note'),
  severalWriters: owners('warning'),

  counted: of('counts')('ok'),
} as const satisfies Record<string, FindingRow>;

export type FindingCode = keyof typeof findingRows;

/** A code and what it compared or counted. Never an address, a secret or raw cluster text. */
export interface Finding {
  code: FindingCode;
  args: Readonly<Record<string, string | number>>;
}

export function found(code: FindingCode, args: Finding['args'] = {}): Finding {
  return { code, args };
}
