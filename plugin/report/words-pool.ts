import type { AboutCode } from './words-about.ts';

/** One sentence for each reason about a pool. */
export const poolWords = {
  digestsDiffer: 'free, current instances run {digests digest|different digests} of one image tag',
  digestsRequired:
    'free, current instances run {digests digest|different digests} of one image tag: release a tag of its own',
  operatorNewer: '{what} changed after instances were made, and no generation shows it',
  operatorNewerRequired:
    '{what} changed after instances were made, and no generation shows it: change the AppDefinition to renew them',
  poolEmpty: 'minInstances is {minInstances}: no pool to keep',
  kindNotInFile: 'the file holds no {kind}: judged only where another object proves that one must exist',
  appDefinitionDeleting: 'the AppDefinition is being deleted',
  leaseLeft: 'a Lease of warmgate is left and holds nothing: run `warmgate open`',
  routeMissing:
    'HTTPRoute {route}, which the AppDefinition names, does not exist, so no session can start: create it',
  proxyConfigMissing: 'ConfigMap {configMap} does not exist, so no instance can be made whole: create it',
  budgetSpent:
    '{count nudge|nudges} without progress at generation {generation} within an hour, {max} allowed: ' +
    'look at the log of the operator, or raise --max-nudges',
  noProgress:
    'still not converged after {nudges nudge|nudges}, and nothing is left to try: look at the log of the operator',
  nudgeInVain: 'no nudge was sent, since none would help: what is wrong is said beside it',
  needsRestart:
    '[instances {instances}: ]only a start of the operator makes them whole: ' +
    'restart it while no session starts, or allow that (--allow restart-operator)',
  canaryFailed:
    'instance {instance}, renewed first, does not start[ (container {container})]: {why}; the others stay as they were: ' +
    'correct the image or roll back',
  batchLateOnly:
    'batches began after the operator had seen the change: only what it missed was renewed by batches',
  keptOld:
    'instances {instances} keep the old image and are open to sessions[ for {minutes} minutes], since the new one does not start',
  workspaceKept:
    'instances {instances} were renewed, but their PVC may hold files of a former session, and no renewal wipes them: ' +
    'delete it by hand',
  sessionsMayGetOld:
    'this operator knows no gate: sessions may get an old instance until the last is renewed',
  claimsInFlight:
    '{count session|sessions} never stopped claiming or ending[ ({sessions})], so the gate was not closed: run again',
  mayNotRenew: 'this account may not renew it[ (it lacks {rights})]: grant the Role of hooks/rbac.yaml',
  replaceNotAllowed:
    'this operator renews nothing by itself: allow replacing one instance at a time (--allow replace), ' +
    'or delete the stale ones and restart it',
  targetMoved: 'the AppDefinition went from generation {from} to {to} during the run, which went on for {to}',
  pinnedElsewhere: '{what} is {found}, expected {expected}: release what was pinned, or expect what is there',
  gateKept:
    'the gate stays closed[ for instances {instances}], so new sessions start lazily: run `warmgate verify` again',
  gateForced:
    'the gate was opened[ for instances {instances}] before all was current: new sessions may get an old one',
  upstreamPool:
    'this operator labels no generation: judged by image and template; sessions may still get old instances',
} as const satisfies Record<AboutCode<'pool'>, string>;
