/** The only module that imports firebase/auth; loaded only to sign in or to renew a session. */
import { deleteApp, initializeApp } from 'firebase/app'
import {
  type Auth,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  EmailAuthProvider,
  indexedDBLocalPersistence,
  initializeAuth,
  inMemoryPersistence,
  linkWithCredential,
  type Persistence,
  sendPasswordResetEmail,
  signInAnonymously,
  signInWithEmailAndPassword,
  signOut,
  type UserCredential,
} from 'firebase/auth'
import type { AppConfig } from '../../contract/config.ts'
import { codeOf, isNetworkFailure, signInFailure } from './failures.ts'
import type { EmailSignIn, Identity, SignIn } from './identity.ts'

/** Without a popup resolver, which would load a Google script at every start. Only the Google button's call passes one. */
function createAuth({ identity }: AppConfig, { name, persistence }: { name?: string; persistence: Persistence }): Auth {
  const { projectId, apiKey, authDomain, emulatorHost } = identity
  // Google's pop-up requires a domain, even with the emulator.
  const domain = authDomain ?? emulatorHost
  const app = initializeApp({ projectId, apiKey, ...(domain ? { authDomain: domain } : {}) }, name)
  const auth = initializeAuth(app, { persistence })
  if (emulatorHost) connectAuthEmulator(auth, `http://${emulatorHost}`, { disableWarnings: true })
  return auth
}

/**
 * Whether an account exists for a guest who signs in. Linking would create a missing account, and signing in would abandon the
 * guest. So this signs in with a separate app instance and keeps nothing.
 */
async function checkForAccount(config: AppConfig, address: string, password: string): Promise<SignIn> {
  const auth = createAuth(config, { name: `account check ${crypto.randomUUID()}`, persistence: inMemoryPersistence })
  try {
    await signInWithEmailAndPassword(auth, address, password)
    return { kind: 'emailInUse' }
  } catch (error) {
    return signInFailure(error)
  } finally {
    await deleteApp(auth.app)
  }
}

/** The hosted identity provider, by this installation's configuration. */
export function createFirebaseIdentity(config: AppConfig): Identity {
  const auth = createAuth(config, { persistence: indexedDBLocalPersistence })

  const outcome = async (signingIn: Promise<UserCredential>): Promise<SignIn> => {
    try {
      const { user } = await signingIn
      // Forced refresh: otherwise the token would still describe a newly linked user as a guest.
      return { kind: 'signedIn', idToken: await user.getIdToken(true) }
    } catch (error) {
      return signInFailure(error)
    }
  }

  const currentGuest = async () => {
    await auth.authStateReady()
    return auth.currentUser?.isAnonymous ? auth.currentUser : null
  }

  return {
    async guest() {
      await auth.authStateReady()
      const user = auth.currentUser ?? (await signInAnonymously(auth)).user
      return user.getIdToken()
    },

    async google({ link }) {
      const { signInByPopup } = await import('./google.ts')
      const guest = link ? await currentGuest() : null
      return outcome(signInByPopup(auth, guest))
    },

    async email({ address, password, isNew }: EmailSignIn, { link }) {
      const guest = link ? await currentGuest() : null
      if (isNew && guest) return outcome(linkWithCredential(guest, EmailAuthProvider.credential(address, password)))
      if (isNew) return outcome(createUserWithEmailAndPassword(auth, address, password))
      if (guest) return checkForAccount(config, address, password)
      return outcome(signInWithEmailAndPassword(auth, address, password))
    },

    async resetPassword(address, locale) {
      auth.languageCode = locale
      try {
        await sendPasswordResetEmail(auth, address)
      } catch (error) {
        if (isNetworkFailure(error)) return 'network'
        if (codeOf(error) === 'auth/invalid-email') return 'invalidEmail'
        if (codeOf(error) === 'auth/too-many-requests') return 'tooManyTries'
        // Includes unknown addresses: the response must not reveal which addresses have accounts.
      }
      return 'sent'
    },

    async idToken() {
      await auth.authStateReady()
      return (await auth.currentUser?.getIdToken(true)) ?? null
    },

    signOut: () => signOut(auth),
  }
}
