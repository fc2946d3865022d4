import { servicesAtom } from '../services.ts'
import { atom } from '../store.ts'

/** Asks the provider for a mail with a link for a new password. */
export const resetPasswordAtom = atom(null, async (get, _set, address: string, locale: string) => {
  try {
    return await get(servicesAtom).identity.resetPassword(address, locale)
  } catch {
    return 'network' as const
  }
})
