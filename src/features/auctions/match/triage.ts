import type { MatchState } from '../../../../contract/match.ts'
import { servicesAtom } from '../../../services/services.ts'
import { keepMatchesAtom, matchesAtom, matchOfAuction } from '../../../session/cachedAuctions.ts'
import { atom } from '../../../store/store.ts'

/**
 * Sets a match's state, optimistically; the server follows through the outbox.
 * @returns the previous state, for an undo; undefined if nothing changed
 */
export const markMatchAtom = atom(null, (get, set, id: string, state: MatchState): MatchState | undefined => {
  const match = get(matchesAtom).get(id)
  if (!match || match.state === state) return undefined
  set(keepMatchesAtom, [{ ...match, state }])
  void get(servicesAtom).outbox.submit({
    call: 'changeMatch',
    subject: id,
    label: match.auction.title,
    body: { state },
    version: undefined,
  })
  return match.state
})

/** Marks the match of an opened auction as seen, unless it is saved or hidden. */
export const markSeenAtom = atom(null, (get, set, auctionId: string) => {
  const match = matchOfAuction(get(matchesAtom), auctionId)
  if (match?.state === 'new') set(markMatchAtom, match.id, 'seen')
})
