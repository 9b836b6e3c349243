import type { AboutCode } from './words-about.ts';

/** One sentence for each reason about an instance; the form is that of model/sentence.ts. */
export const instanceWords = {
  partStale: '{part}: labelled generation {label}, the AppDefinition is at {generation}',
  imageStale: '{part}: runs {image}, the AppDefinition says {wanted}',
  imageMislabelled: '{part}: labelled current, but runs {image}; the AppDefinition says {wanted}',
  templateStale: '{part}: {what} is {found}, the AppDefinition says {wanted}',
  stampStale: '{part}: labelled generation {label}, held until the rest has reached {generation}',
  refreshWanted: 'made at {made}, before this run was told to renew all',
  generationsMixed: 'parts of generations {labels} in one instance',
  sidecarStale:
    'sidecar {sidecar}: runs {image}, the AppDefinition says {wanted}; ' +
    'no pass renews it: delete its Deployment, then restart the operator while no session starts',
  partMissing: '{part}: missing ({name})',
  serviceMissing: '{part}: missing ({name}), and a pass makes both Services or none',
  mainMissingBesideSidecar:
    '{part}: missing ({name}), and no pass makes it beside sidecar objects: ' +
    'delete those of this instance, then restart the operator while no session starts',
  sidecarMissing:
    '{part}: missing ({name}), and only a start makes it: restart the operator while no session starts',
  partTerminating: '{part}: is being deleted',
  partUnowned:
    'no AppDefinition and no Session owns it, so it is in the way of a new one: {parts}; run `warmgate open`, or delete it',
  idMissing: 'no object of instance {id} exists',
  residueAllowList: 'no session owns it, and its allow-list still admits {addresses address|addresses}',
  residueLabels: 'no session owns it, and labels of a former one are left: {labels}',
  stampResidue: 'labels of a former session are left until the gate opens: {labels}',
  residuePod: 'no session owns it, and {pods pod|pods} of a former one still run',
  residueWorkspace:
    'the PVC may hold files of a former session, and no renewal wipes them: delete it by hand',
  notReady:
    '[{deployment}: ]{readyReplicas} of {replicas pod|pods} Ready[, {updatedReplicas} updated]' +
    '[, generation {observedGeneration} of {generation} observed][, container {container} is not ready]',
  oldPodLeft: '{pods old pod|old pods} left beside the new one',
  podWaiting: 'pod waits[ in container {container}]: {why}',
  podFailing:
    'pod fails[ in container {container}]: {why}, seen in {looks look|looks} over {seconds} s: ' +
    'look at its events and log, then correct the image',
  podDoomed: 'pod can never start[ in container {container}]: {why}: correct what the AppDefinition names',
  gateClosed: 'held behind the gate, kept from new sessions',
  heldWhole: 'held whole, kept as it is',
  keptOldParts: 'kept as it is and open to sessions, until the new image starts',
  sidecarShielded: "sidecars are shielded from the operator's passes",
  surplus: 'id {id} is above minInstances {minInstances}, and no live session owns it',
  orphan: 'made for a former AppDefinition, UID …{uid}',
  halfClaimed: 'session {session} owns some parts, its status is {status}: delete that Session',
  danglingSession: 'owned by session {session}, which is gone',
  claimInFlight: 'session {session} is claiming it',
  sessionEnding: 'session {session} is ending',
} as const satisfies Record<AboutCode<'instance'>, string>;
