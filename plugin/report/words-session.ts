import type { AboutCode } from './words-about.ts';

/** One sentence for each reason about a session. No sentence has room for a user's name. */
export const sessionWords = {
  allowListWrong:
    'its allow-list does not admit its user alone, who is refused: run `warmgate verify`, which mends it',
  partLost: '{part}: lost; end the session and start another',
  partRemade: '{part}: remade under the session; end the session and start another',
  harmedBefore:
    '{part}: lost or remade before this run, which cannot mend it: end the session and start another, or pass --accept-harm-before',
  harmAccepted:
    '{part}: lost or remade before this run, which cannot mend it, and accepted; end the session and start another',
  proxyRemade: '{part}: remade by the operator before the session owned it',
  listMended: 'its allow-list was wrong and has been mended',
  claimIncomplete:
    'does not own {count part|parts} of its instance: {parts}; the next renewal would replace them',
  misrouted:
    'its route leads to the {service} instead of the external Service, so nobody reaches it: end the session',
  idAboveMinimum: 'instance {id} is above minInstances {minInstances}: it goes when the session ends',
  idDetached:
    'instance {id} of {minInstances} is no longer of the pool: nothing makes that id before the session ends',
  appDefinitionRemade:
    'AppDefinition {app} was deleted and made anew: its new instance {id} stands in for this one too: end the session',
  appDefinitionGone: 'AppDefinition {app} is gone',
  partsNotJudged: 'not judged: this look saw no {kinds}',
} as const satisfies Record<AboutCode<'session'>, string>;
