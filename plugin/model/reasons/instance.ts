/** Reasons about one instance. */
export const instanceReasons = {
  partStale: {
    exit: 1,
    remedy: 'nudge',
    says: '{part}: labelled generation {label}, the AppDefinition is at {generation}',
  },
  imageStale: { exit: 1, remedy: 'nudge', says: '{part}: runs {image}, the AppDefinition says {wanted}' },
  imageMislabelled: {
    exit: 1,
    remedy: 'mark',
    says: '{part}: labelled current, but runs {image}; the AppDefinition says {wanted}',
  },
  templateStale: {
    exit: 1,
    remedy: 'nudge',
    says: '{part}: {what} is {found}, the AppDefinition says {wanted}',
  },
  stampStale: {
    exit: 1,
    remedy: 'open',
    says: '{part}: labelled generation {label}; it gets {generation} when the gate opens',
  },
  refreshWanted: {
    exit: 1,
    remedy: 'mark',
    says: 'created at {made}, before the run that renews every free instance',
  },
  generationsMixed: { exit: 1, remedy: 'mark', says: 'its parts have different generations: {labels}' },
  sidecarStale: {
    exit: 1,
    remedy: 'restart',
    says: 'sidecar {sidecar}: runs {image}, the AppDefinition says {wanted}; the operator never renews it: delete its Deployment, then restart the operator while no session starts',
  },
  partMissing: { exit: 1, remedy: 'nudge', says: '{part}: missing ({name})' },
  serviceMissing: {
    exit: 1,
    remedy: 'sibling',
    says: '{part}: missing ({name}), and the operator creates both Services or none',
  },
  keptOldParts: {
    exit: 0,
    remedy: 'open',
    says: 'stays old and open to sessions until the new image starts',
  },
  mainMissingBesideSidecar: {
    exit: 1,
    remedy: 'restart',
    says: '{part}: missing ({name}), and the operator does not create it beside sidecar objects: delete those of this instance, then restart the operator while no session starts',
  },
  sidecarMissing: {
    exit: 1,
    remedy: 'restart',
    says: '{part}: missing ({name}), and the operator creates it only when it starts: restart the operator while no session starts',
  },
  partTerminating: { exit: 1, remedy: 'time', says: '{part}: is being deleted' },
  idMissing: { exit: 1, remedy: 'nudge', says: 'no object of instance {id} exists' },
  residueAllowList: {
    exit: 1,
    remedy: 'mark',
    says: 'no session owns it, but its allow-list still admits {addresses user|users}',
  },
  residueLabels: {
    exit: 1,
    remedy: 'mark',
    says: 'no session owns it, but it still has labels of a former session: {labels}',
  },
  stampResidue: {
    exit: 1,
    remedy: 'open',
    says: 'labels of a former session stay until the gate opens: {labels}',
  },
  residuePod: {
    exit: 1,
    remedy: 'mark',
    says: 'no session owns it, but {pods pod of a former session still runs|pods of a former session still run}',
  },
  residueWorkspace: {
    exit: 0,
    remedy: 'none',
    says: 'its PVC may hold files of a former session, and renewing does not wipe them: delete the PVC by hand',
  },
  notReady: {
    exit: 1,
    remedy: 'time',
    says: '[{deployment}: ]{readyReplicas} of {replicas pod|pods} Ready[, {updatedReplicas} updated][, generation {observedGeneration} of {generation} observed][, container {container} is not ready]',
  },
  oldPodLeft: {
    exit: 1,
    remedy: 'time',
    says: '{pods old pod is|old pods are} still there beside the new one',
  },
  podWaiting: { exit: 1, remedy: 'time', says: 'pod waits[ in container {container}]: {why}' },
  podFailing: {
    exit: 1,
    remedy: 'none',
    says: 'pod fails[ in container {container}]: {why}, seen in {looks look|looks} over {seconds} s: read its events and log, then fix the image',
  },
  podDoomed: {
    exit: 1,
    remedy: 'none',
    says: 'pod can never start[ in container {container}]: {why}: fix what the AppDefinition names',
  },
  gateClosed: { exit: 1, remedy: 'open', says: 'the gate is closed: no new session gets it' },
  heldWhole: { exit: 1, remedy: 'open', says: 'all its parts are held: the operator leaves it as it is' },
  sidecarShielded: {
    exit: 0,
    remedy: 'time',
    says: 'its sidecars are shielded: the operator does not delete them',
  },
  surplus: {
    exit: 1,
    remedy: 'nudge',
    says: 'id {id} is above minInstances {minInstances}, and no live session owns it',
  },
  orphan: { exit: 1, remedy: 'time', says: 'belongs to a former AppDefinition, UID …{uid}' },
  partUnowned: {
    exit: 1,
    remedy: 'time',
    says: 'no AppDefinition or Session owns {parts}, and nothing new can take that name: run `warmgate open`, or delete what is there',
  },
  halfClaimed: {
    exit: 1,
    remedy: 'none',
    says: 'session {session} owns some of its parts, but its status is {status}: delete that Session',
  },
  danglingSession: { exit: 1, remedy: 'time', says: 'owned by session {session}, which no longer exists' },
  claimInFlight: { exit: 1, remedy: 'time', says: 'session {session} is claiming it' },
  sessionEnding: { exit: 1, remedy: 'time', says: 'session {session} is ending' },
} as const;
