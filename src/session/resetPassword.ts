import { servicesAtom } from '../services/services.ts'
import { atom } from '../store/store.ts'

/** Asks the provider to mail a password reset link. */
export const resetPasswordAtom = atom(null, async (get, _set, address: string, locale: string) => {
  try {
    return await get(servicesAtom).identity.resetPassword(address, locale)
  } catch {
    return 'network' as const
  }
})
