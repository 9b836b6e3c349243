/** Reasons about the operator. */
export const operatorReasons = {
  operatorNotSeen: {
    exit: 3,
    remedy: 'none',
    says: 'may not see the operator in namespace {namespace}: grant the Role of hooks/rbac.yaml there, say where it runs (--operator-namespace, --operator-selector), or go on without it (--no-wait-operator)',
  },
  operatorAbsent: {
    exit: 3,
    remedy: 'none',
    says: 'no operator in namespace {namespace}: install it, or say where it runs (--operator-namespace, --operator-selector)',
  },
  operatorRollingOut: {
    exit: 3,
    remedy: 'time',
    says: 'the operator is rolling out in namespace {namespace}: {updatedReplicas} of {replicas pod|pods} updated, {readyReplicas} Ready: look at its pods',
  },
  operatorFormerLeader: {
    exit: 3,
    remedy: 'time',
    says: 'a process of a former rollout holds the Lease, renewed {age} s ago for {duration} s: no new pod leads yet',
  },
  operatorRestarting: {
    exit: 3,
    remedy: 'time',
    says: 'the operator does not stay up, {restarts restart|restarts} and {leaders leader|leaders} in {seconds} s: look for the exception in its former log (kubectl logs --previous)',
  },
  operatorRestarted: {
    exit: 0,
    remedy: 'none',
    says: 'the operator did not stay up, {restarts restart|restarts} and {leaders leader|leaders} in {seconds} s: look for the exception in its former log (kubectl logs --previous)',
  },
  operatorLeaseLost: {
    exit: 3,
    remedy: 'time',
    says: 'the Lease of the operator lost its holder {times time|times} in {seconds} s: look for who releases or deletes it',
  },
  operatorIdle: {
    exit: 3,
    remedy: 'time',
    says: 'no operator leads: {holder} renewed the Lease {age} s ago, and it lasts {duration} s: read its log',
  },
  operatorNotVerified: { exit: 0, remedy: 'none', says: 'this run did not verify the operator, as asked' },
  operatorNotInFile: {
    exit: 0,
    remedy: 'none',
    says: 'the file does not hold the Deployment of the operator',
  },
  noEagerStart: {
    exit: 0,
    remedy: 'none',
    says: 'the operator runs without --eagerStart: no pool, every session starts lazily',
  },
} as const;

/** Reasons about the run as a whole. */
export const runReasons = {
  cannotJudge: {
    exit: 3,
    remedy: 'none',
    says: 'nothing can be judged without {kind} objects: give a file that holds them, or the permission to list them',
  },
  orphanPool: {
    exit: 1,
    remedy: 'time',
    says: '{instances instance is|instances are} left of AppDefinition {app}, which no longer exists',
  },
  nothingSelected: { exit: 0, remedy: 'none', says: 'no AppDefinition in namespace {namespace} has a pool' },
  timedOut: {
    exit: 1,
    remedy: 'none',
    says: 'out of time after {seconds} s: raise --timeout, or look at what the run waited for',
  },
} as const;
