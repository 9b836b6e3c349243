/** Reasons about one session. No sentence has room for a user's name. */
export const sessionReasons = {
  allowListWrong: {
    exit: 6,
    remedy: 'mend',
    says: 'its allow-list must admit its user alone and does not: run `warmgate verify`, which mends it',
  },
  partLost: { exit: 6, remedy: 'none', says: '{part}: lost; end the session and start a new one' },
  partRemade: {
    exit: 6,
    remedy: 'none',
    says: '{part}: replaced under the session; end the session and start a new one',
  },
  harmedBefore: {
    exit: 6,
    remedy: 'none',
    says: '{part}: lost or replaced before this run, which cannot mend it: end the session and start a new one, or pass --accept-harm-before',
  },
  harmAccepted: {
    exit: 0,
    remedy: 'none',
    says: '{part}: lost or replaced before this run, and accepted; end the session and start a new one',
  },
  proxyRemade: {
    exit: 0,
    remedy: 'none',
    says: '{part}: the operator replaced it before the session owned it',
  },
  listMended: { exit: 0, remedy: 'none', says: 'its allow-list was wrong, and this run mended it' },
  claimIncomplete: {
    exit: 0,
    remedy: 'claim',
    says: 'does not own {count part|parts} of its instance: {parts}; the next renewal would replace them',
  },
  misrouted: {
    exit: 0,
    remedy: 'none',
    says: 'its route leads to the {service} instead of the external Service, so nobody reaches it: end the session',
  },
  idAboveMinimum: {
    exit: 0,
    remedy: 'none',
    says: 'instance {id} is above minInstances {minInstances}: it goes when the session ends',
  },
  idDetached: {
    exit: 0,
    remedy: 'none',
    says: 'instance {id} of {minInstances} no longer belongs to the pool, and the operator creates no other with that id before the session ends',
  },
  appDefinitionRemade: {
    exit: 0,
    remedy: 'none',
    says: 'AppDefinition {app} was deleted and created anew, and its new instance {id} is taken for the one of this session: end the session',
  },
  partsNotJudged: { exit: 0, remedy: 'none', says: 'not judged: this look saw no {kinds}' },
  appDefinitionGone: { exit: 0, remedy: 'none', says: 'AppDefinition {app} no longer exists' },
} as const;
