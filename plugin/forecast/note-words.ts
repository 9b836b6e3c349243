/** What one should know of a plan beside the fates; `{...}` and `[...]` as in model/sentence.ts. */
export const noteWords = {
  noAppDefinition: 'the manifests hold no AppDefinition',
  noEagerStart: 'the operator runs without --eagerStart: it keeps no pool, whatever AppDefinitions say',
  operatorUnknown:
    'of which kind the operator is cannot be told without a pool: planned for one that labels generations',
  upstreamIgnores:
    'this operator does nothing on a change: what exists stays as it is, until sessions end or verify --allow replace',
  operatorRestarts:
    'the operator restarts with these manifests: a change that lands meanwhile is never seen, and {apps} ' +
    '{instances instance stays|instances stay} old until verify runs',
  notInManifests: 'not in the manifests and left alone: {apps}[; {option} plans their deletion]',
  elsewhere: 'in another namespace and left out: {apps}',
  staleNow: '{app}: instances {instances} are not current already, and go with this change',
  sidecarsLost:
    '{app}: sidecars of instances {instances} are deleted and come back only when the operator starts; guard shields them',
  gateCloses:
    '{app}: guard closes {instances instance|instances} until verify opens them; sessions that start meanwhile start lazily',
  claimsInFlight:
    '{count session|sessions} claiming or ending now ({sessions}): what becomes of them cannot be planned',
  belowClaims:
    '{app}: minInstances goes below instances that live sessions have ({instances}); they stay until those end',
} as const satisfies Record<string, string>;

export type NoteCode = keyof typeof noteWords;
