import {
  type Auth,
  browserPopupRedirectResolver,
  GoogleAuthProvider,
  linkWithPopup,
  signInWithPopup,
  type User,
  type UserCredential,
} from 'firebase/auth'

/** Google's window; links the guest where there is one. */
export function signInByPopup(auth: Auth, guest: User | null): Promise<UserCredential> {
  const provider = new GoogleAuthProvider()
  return guest
    ? linkWithPopup(guest, provider, browserPopupRedirectResolver)
    : signInWithPopup(auth, provider, browserPopupRedirectResolver)
}
