import { servicesAtom } from '../services/services.ts'
import { atom } from '../store/store.ts'
import { createReferralLink } from './redeemReferral.ts'
import { changeSessionAtom, sessionAtom } from './session.ts'

/** Keeps the code of an invitation until there is an account to redeem it. */
export const acceptInvitationAtom = atom(null, (_get, set, code: string) => {
  set(changeSessionAtom, { acceptingReferralCode: code })
})

/** The user's own code; the server creates it at the first request. */
export const makeReferralLinkAtom = atom(null, async (get, set, name: string, text: string): Promise<string> => {
  const known = get(sessionAtom).userReferralCode
  if (known) return known
  const { id } = await createReferralLink(get(servicesAtom).client, name, text)
  set(changeSessionAtom, { userReferralCode: id })
  return id
})
