/** Reasons about one pool. */
export const poolReasons = {
  digestsDiffer: {
    exit: 0,
    remedy: 'none',
    says: 'free, current instances run {digests} different digests of one image tag',
  },
  digestsRequired: {
    exit: 1,
    remedy: 'none',
    says: 'free, current instances run {digests} different digests of one image tag: release under a new tag',
  },
  operatorNewer: {
    exit: 0,
    remedy: 'none',
    says: 'some instances are older than the last change of {what}, and no generation shows it',
  },
  operatorNewerRequired: {
    exit: 1,
    remedy: 'none',
    says: 'some instances are older than the last change of {what}, and no generation shows it: run `warmgate verify --refresh`',
  },
  poolEmpty: { exit: 0, remedy: 'none', says: 'minInstances is {minInstances}: no pool to keep' },
  kindNotInFile: {
    exit: 0,
    remedy: 'none',
    says: 'the file holds no {kind}: one counts as missing only where another object proves that it must exist',
  },
  appDefinitionDeleting: { exit: 1, remedy: 'time', says: 'the AppDefinition is being deleted' },
  leaseLeft: {
    exit: 1,
    remedy: 'open',
    says: 'a Lease of warmgate is left over and holds nothing: run `warmgate open`',
  },
  routeMissing: {
    exit: 1,
    remedy: 'none',
    says: 'the AppDefinition names HTTPRoute {route}, which does not exist, so no session can start: create it',
  },
  proxyConfigMissing: {
    exit: 1,
    remedy: 'none',
    says: 'ConfigMap {configMap} does not exist, so the operator cannot complete an instance: create it',
  },
  budgetSpent: {
    exit: 1,
    remedy: 'none',
    says: '{count nudge|nudges} without progress at generation {generation} within an hour, {max} allowed: read the log of the operator, or raise --max-nudges',
  },
  noProgress: {
    exit: 1,
    remedy: 'none',
    says: 'still not converged after {nudges nudge|nudges}, and nothing is left to try: read the log of the operator',
  },
  nudgeInVain: {
    exit: 1,
    remedy: 'none',
    says: 'no nudge sent, because none would help: see the other reasons of this pool',
  },
  needsRestart: {
    exit: 1,
    remedy: 'restart',
    says: '[instances {instances}: ]only a restart of the operator completes them: restart it while no session starts, or pass --allow restart-operator',
  },
  canaryFailed: {
    exit: 1,
    remedy: 'none',
    says: 'instance {instance} was renewed first and does not start[ (container {container})]: {why}; the others stay old: fix the image, or roll back',
  },
  batchLateOnly: {
    exit: 0,
    remedy: 'none',
    says: 'the operator saw the change before the first batch, so batches renewed only what it missed',
  },
  keptOld: {
    exit: 0,
    remedy: 'none',
    says: 'instances {instances} keep the old image and stay open to sessions[ for {minutes minute|minutes}], because the new image does not start',
  },
  workspaceKept: {
    exit: 0,
    remedy: 'none',
    says: 'instances {instances} are renewed, but their PVCs may still hold files of a former session: delete those PVCs by hand',
  },
  sessionsMayGetOld: {
    exit: 0,
    remedy: 'none',
    says: 'this operator has no gate: new sessions may get an old instance until the last one is renewed',
  },
  claimsInFlight: {
    exit: 1,
    remedy: 'time',
    says: '{count session was|sessions were} still claiming or ending[ ({sessions})], so the gate stayed open: run again',
  },
  mayNotRenew: {
    exit: 1,
    remedy: 'none',
    says: 'this account may not renew it[ (it lacks {rights})]: grant the Role of hooks/rbac.yaml',
  },
  replaceNotAllowed: {
    exit: 1,
    remedy: 'none',
    says: 'this operator renews nothing: pass --allow replace to replace one instance at a time, or delete the stale ones and restart the operator',
  },
  targetMoved: {
    exit: 0,
    remedy: 'none',
    says: 'the AppDefinition moved from generation {from} to {to} during the run, which went on with {to}',
  },
  pinnedElsewhere: {
    exit: 5,
    remedy: 'none',
    says: '{what} is {found}, expected {expected}: release what you expect, or expect what is there',
  },
  gateKept: {
    exit: 0,
    remedy: 'none',
    says: 'the gate stays closed[ for instances {instances}], so new sessions start lazily: run `warmgate verify` again',
  },
  gateForced: {
    exit: 0,
    remedy: 'none',
    says: 'the gate opened[ for instances {instances}] before all were current: new sessions may get an old one',
  },
  upstreamPool: {
    exit: 0,
    remedy: 'none',
    says: 'this operator labels no generation, so image and template are compared; sessions may still get old instances',
  },
} as const;
