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
    '{nudges nudge|nudges} without progress at generation {generation}, {limit} allowed in {minutes} minutes: ' +
    'look at the log of the operator, or raise --max-nudges',
  noProgress:
    'a pass of the operator at generation {generation} left {instances instance|instances} as before: ' +
    'look at the log of the operator',
  needsRestart:
    '{instances instance|instances} can only be made whole by a start of the operator: ' +
    'restart it while no session starts',
  claimsInFlight:
    '[sessions {sessions} were ]claiming or ending[ for {seconds} s]: the gate was not closed; run again',
  cannotRenew: 'looked only, may not {verb} {resource}: grant it to renew the pool',
  targetMoved: 'the AppDefinition went from generation {from} to {to} during the run, which went on for {to}',
  pinnedElsewhere: '{what} is {found}, expected {wanted}: release what was pinned, or expect what is there',
  gateKept:
    'the gate stays closed, so new sessions start lazily; `warmgate verify` or `warmgate open` opens it',
  gateForced: 'the gate was opened before all was current: new sessions may get an old instance',
  upstreamPool:
    'this operator labels no generation: judged by image and template; sessions may still get old instances',
} as const satisfies Record<AboutCode<'pool'>, string>;
