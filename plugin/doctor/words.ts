import type { FindingCode } from './finding-rows.ts';

/** One sentence for each finding; `{n one|many}` and `[...]` as in model/sentence.ts. */
export const findingWords: Readonly<Record<FindingCode, string>> = {
  mayAll: '{command} may do all that it needs',
  mayNotLook: '{command} may not {rights}: it cannot judge anything and ends with 3',
  mayNotRenew: 'verify may not {rights}: it looks only, and fails as soon as a pool is stale',
  mayNotGuard: 'guard may not {rights}: it protects nobody, and says so',
  mayNotOpen: 'open may not {rights}: gates that a failed run leaves closed stay closed until they expire',
  mayNotSee: 'the hooks may not {rights}: what that shows is not judged',
  mayNotTrace: 'the hooks may not {rights}: the verdict stays in their output alone',
  mayNotRestart: '--allow restart-operator would need to {rights}',
  mayNotReplace: '--allow replace would need to {rights}',
  askedAs: 'all that for {account}; the hooks run as accounts of their own',

  operatorWorks: 'the operator is rolled out and leads',
  operatorImage: 'its image is {image}',
  operatorMoves:
    'its image is {image}: which version that is cannot be told, and it may change at any restart',
  operatorAbsent: 'no operator in namespace {namespace}: verify would wait for it and end with 3',
  operatorNotSeen: 'the operator in namespace {namespace} may not be seen: verify would end with 3',
  operatorRollingOut: 'the operator is rolling out, {ready} of {replicas} ready',
  operatorFormerLeader: 'a process of a former rollout holds the Lease; no new pod leads yet',
  operatorIdle: '{holder} leads: the Lease was renewed {age} s ago and lasts {duration} s',
  operatorFork: 'it labels generations: stale instances are known and renewed behind the gate',
  operatorUpstream:
    'it labels no generation (upstream): no gate and no nudge, staleness is judged by image and template',
  operatorUnknown: 'no pool to tell by whether it labels generations',
  argumentsRead:
    'its arguments: eager start {eagerStart}, Keycloak {keycloak}[, {sessionsPerUser} sessions a user]',
  argumentsUnread: 'its arguments cannot be read: what an instance consists of is judged by the pools',
  noEagerStart: 'it runs without --eagerStart: there is no pool to keep',
  leaseTimes:
    'a lost leader is replaced after {duration} s[, renewed within {renew} s][, tried every {retry} s]',
  leaseOrder:
    'its lease times are out of order: duration {duration} s, renew deadline {renew} s, retry {retry} s',
  leaseSlow: 'a lost leader is replaced only after {duration} s: verify waits for it at every restart',

  versionsServed: '{kind} is served as {versions}',
  versionMissing: '{kind} is not served as {version}, which warmgate reads[; served: {versions}]',
  versionFails: '{kind} {version}, which warmgate reads, answers {status} {reason}',
  otherVersionFails: '{kind} as {versions} answers {status} {reason}',
  listFails: 'the list of {kind} answers {status} {reason}',

  proxyConfigThere: 'ConfigMap {configMap} is there',
  proxyConfigMissing: 'ConfigMap {configMap} is missing: the operator makes half of every instance and stops',
  routesThere: 'HTTPRoutes that AppDefinitions name, all there: {routes}',
  routeMissing: 'HTTPRoute {route} of AppDefinition {app} is missing: no pool, and its sessions fail',
  routesNotServed: 'HTTPRoutes are not served here, and {count AppDefinition names|AppDefinitions name} one',
  routesNotSeen: 'HTTPRoutes may not be listed: whether those that AppDefinitions name exist is not known',
  settingsNewer: '{what} changed after instances of {apps} were made, and no generation shows it',

  noSidecars: 'no AppDefinition has sidecars',
  sidecarsDeleted: '{apps}: each pass of this operator deletes the sidecar Deployments that no session owns',
  sidecarFirst:
    '{app}: the Service of sidecar {sidecar} sorts before the main one, so sessions are routed to the sidecar',

  imagesPinned: 'all images of {count AppDefinition|AppDefinitions} are named by digest',
  imagesLatest:
    '{apps}: an image with the tag latest or none: a new image changes no spec, and no pool follows it',
  imagesMutable:
    '{apps}: images by tag without digest, pulled if not present: a tag that moves leaves nodes with the old one',
  imagesAlways:
    '{apps}: images by tag, pulled at each start: a tag that moves gives instances different images',

  deadlinesOrdered: '{hook}: gives up after {timeout} s, its deadline is {deadline} s',
  noHooks:
    'no Job, CronJob or Pod of warmgate is there now (those that succeeded are deleted): deadlines not compared',
  hooksNotSeen: '{kinds} may not be listed: deadlines of the hooks not compared',
  flagsRefused: '{hook}: {why}',
  deadlineOrder:
    '{hook}: is killed after {deadline} s, before it gives up after {timeout} s: no verdict, no report',
  deadlineTight:
    '{hook}: has only {left} s between giving up and its deadline, for the pull, the start and the report',
  deadlineMissing: '{hook}: has no deadline: with an image that cannot be pulled it never ends',
  helmTimeout: '{hook}: may take {deadline} s, and Helm gives up after 300 s unless told otherwise',
  ttlSet: '{hook}: is deleted {ttl} s after it ended: Argo CD and Helm 4 may miss its end and wait for ever',
  rollbackMayFail:
    '{hook}: runs after a rollback and may fail: the release would stay in pending-rollback for good',

  gatesOpen: 'no gate is closed',
  gateFollowed: 'the sidecars of {app} are shielded by a guard --follow; its gate is open',
  gateHeld: 'the gate of {app} is held, renewed {minutes} min ago',
  gateExpired:
    'the hold on {app} ran out {minutes} min ago and nobody came back to it: new sessions start lazily',
  gateStray: 'Lease {lease} is left of an AppDefinition that is gone',
  badReferences: '{count owner reference|owner references} across namespaces seen by the garbage collector',

  ownedByArgo: 'Argo CD, Application {application}: {apps}',
  ownedByHelm: 'Helm, release {release}: {apps}',
  ownedTwice: '{app}: owned by Application {application} and by release {release}: each undoes the other',
  ownedByLabel:
    '{apps}: label app.kubernetes.io/instance is {instance}, by which Argo CD tracks unless told otherwise',
  ownedByNobody: '{apps}: no sign of Argo CD or Helm',
  severalWriters: '{apps}: the spec was written by {managers}',

  counted:
    '{apps AppDefinition|AppDefinitions}, {pools pool|pools} with {instances instance|instances}, ' +
    '{sessions Session|Sessions}: {live} live, {inFlight} in flight, {failed} failed',
};
