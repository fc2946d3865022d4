import type { AppConfig } from '../../contract/config.ts'
import type { Identity } from './identity.ts'

/** An identity that loads its provider and this installation's configuration at the first call. */
export function createLazyIdentity(readConfig: () => Promise<AppConfig>): Identity {
  let loading: Promise<Identity> | undefined

  const provider = (): Promise<Identity> => {
    loading ??= Promise.all([import('./firebase.ts'), readConfig()])
      .then(([{ createFirebaseIdentity }, config]) => createFirebaseIdentity(config))
      .catch((error: unknown) => {
        // Retry at the next call: the network may be back.
        loading = undefined
        throw error
      })
    return loading
  }

  return {
    guest: async () => (await provider()).guest(),
    google: async (how) => (await provider()).google(how),
    email: async (form, how) => (await provider()).email(form, how),
    resetPassword: async (address, locale) => (await provider()).resetPassword(address, locale),
    idToken: async () => (await provider()).idToken(),
    signOut: async () => (await provider()).signOut(),
  }
}
