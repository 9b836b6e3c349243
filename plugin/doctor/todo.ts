import type { FindingCode } from './finding-rows.ts';

const grant = 'grant the Role that the chart and hooks/rbac.yaml bring';

/** What to do about a finding; none where there is nothing to do. Every problem and warning has a row. */
export const todos: Readonly<Partial<Record<FindingCode, string>>> = {
  mayNotLook: grant,
  mayNotRenew: grant,
  mayNotGuard: grant,
  mayNotOpen: grant,
  mayNotSee: grant,
  mayNotTrace: grant,
  mayNotRestart: 'grant it only if that shall be allowed',
  mayNotReplace: 'grant it only if that shall be allowed',
  askedAs:
    'compare with kubectl auth can-i --list -n {namespace} --as=system:serviceaccount:{namespace}:warmgate-verify',

  operatorMoves: 'run a version or a digest of it',
  operatorAbsent:
    'say where it runs: --operator-namespace, --operator-selector; or verify with --no-wait-operator',
  operatorNotSeen:
    'grant list on deployments, replicasets, pods and leases there, or verify with --no-wait-operator',
  operatorRollingOut: 'wait for its rollout, then look again',
  operatorFormerLeader: 'look again in a minute; if it stays so, look at the log of the new pods',
  operatorIdle: 'look at the log of the operator: it runs and does nothing',
  operatorUpstream:
    'use verify --allow replace to renew; sessions may get an old instance until the last is renewed',
  operatorUnknown: 'look again once a pool is there',
  argumentsUnread: 'give --operator-selector if another Deployment was taken for it',
  leaseOrder: 'set leaderLeaseDuration > leaderRenewDeadline > leaderRetryPeriod',
  leaseSlow: 'lower --leaderLeaseDuration (the chart has 6 s), or raise --timeout of verify',

  versionMissing: 'upgrade the CRDs of Theia Cloud, or use the release of warmgate that belongs to them',
  versionFails:
    'look at the conversion webhook (its Deployment, Service, certificate, caBundle), then at the API server',
  otherVersionFails: 'look at the conversion webhook: who reads those versions, Argo CD perhaps, cannot',
  listFails: 'look at the API server; {kind} cannot be judged until it answers',

  proxyConfigMissing: 'create it, or run the operator without --keycloak',
  routeMissing: 'create it, or correct spec.ingressname',
  routesNotServed: 'install the CRDs of the Gateway API',
  routesNotSeen: grant,
  settingsNewer: 'renew all free instances once: warmgate verify --refresh',

  sidecarsDeleted:
    'run guard before and verify after each release: they shield what is there; lost ones come back only when the ' +
    'operator starts (verify --allow restart-operator)',
  sidecarFirst: 'rename the sidecar so that it sorts after {app}',

  imagesLatest: 'release by version or digest; verify --expect-image pins it',
  imagesMutable: 'pin digests, or never move a tag; check --require-same-digest tells when one moved',
  imagesAlways: 'never move a tag, or pin digests; check --require-same-digest tells when one moved',

  noHooks: 'look again while a release runs, or read the values of the chart',
  hooksNotSeen: 'grant list on jobs and cronjobs to whoever runs doctor',
  flagsRefused: 'correct its arguments: the hook would end with 2',
  deadlineOrder: 'set activeDeadlineSeconds above --timeout, 30 s at least, and below the timeout of Helm',
  deadlineTight: 'leave 30 s between --timeout and activeDeadlineSeconds',
  deadlineMissing: 'set activeDeadlineSeconds, 30 s above --timeout',
  helmTimeout: 'run helm with --timeout above it',
  ttlSet: 'take ttlSecondsAfterFinished out; delete policies clean up',
  rollbackMayFail: 'add --always-exit-0 to its arguments',

  gateHeld: 'leave it to the run that holds it',
  gateExpired: 'run warmgate open --expired, or verify; and keep the CronJob of the chart',
  gateStray: 'run warmgate open',
  badReferences:
    'look at events with reason OwnerRefInvalidNamespace: an owner in another namespace counts as gone',

  ownedTwice: 'leave it to one of them',
  ownedByNobody: 'put it under Argo CD or Helm, or run verify from the pipeline that applies it',
  severalWriters:
    'expect a sync to undo live edits and to move the generation; in Argo CD ignore /spec/minInstances and ' +
    '/spec/maxInstances with RespectIgnoreDifferences=true',
};
