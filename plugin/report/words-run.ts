import type { AboutCode } from './words-about.ts';

/** One sentence for each reason about the operator or the run as a whole. */
export const runWords = {
  operatorNotSeen:
    'the operator is not to be seen in namespace {namespace}: ' +
    'name its place (--operator-namespace, --operator-selector) or go without (--no-wait-operator)',
  operatorAbsent:
    'no operator in namespace {namespace}: ' +
    'install it, or name its place (--operator-namespace, --operator-selector)',
  operatorRollingOut:
    'the operator is rolling out in namespace {namespace}: ' +
    '{updatedReplicas} of {replicas pod|pods} updated, {readyReplicas} Ready: look at its pods',
  operatorFormerLeader:
    'a process of a former rollout holds the Lease, renewed {age} s ago for {duration} s: no new pod leads yet',
  operatorRestarting:
    'the operator does not stay up: {restarts restart|restarts} and {leaders leader|leaders} in {seconds} s: ' +
    'look for the exception in its former log (kubectl logs --previous)',
  operatorRestarted:
    'the operator did not stay up: {restarts restart|restarts} and {leaders leader|leaders} in {seconds} s: ' +
    'look for the exception in its former log (kubectl logs --previous)',
  operatorLeaseLost:
    "the operator's Lease lost its holder {times time|times} in {seconds} s: look for who deletes or releases it",
  operatorIdle:
    'no operator leads: the Lease of {holder} is {age} s old and lasts {duration} s: look at its log',
  operatorNotVerified: 'the operator was not waited for, as asked',
  operatorNotInFile: "the operator's Deployment is not in the file",
  noEagerStart: 'the operator runs without --eagerStart: no pool, every session starts lazily',
  cannotJudge: 'there is no {kind} to judge by: give a file that holds them, or the permission to list them',
  orphanPool: '{instances instance|instances} of AppDefinition {app}, which is gone, are left',
  nothingSelected: 'no AppDefinition in namespace {namespace} has a pool',
  timedOut: 'out of time[ after {seconds} s][ while {what}]: raise --timeout, or look at what it waited for',
  deadlineOrder: '{outer} allows {outerSeconds} s, less than --timeout {seconds} s: a kill would come first',
} as const satisfies Record<AboutCode<'operator' | 'run'>, string>;
