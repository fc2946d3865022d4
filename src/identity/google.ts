import {
  type Auth,
  browserPopupRedirectResolver,
  GoogleAuthProvider,
  linkWithPopup,
  signInWithPopup,
  type User,
  type UserCredential,
} from 'firebase/auth'

/** Signs in through Google's pop-up; links the guest if there is one. */
export function signInByPopup(auth: Auth, guest: User | null): Promise<UserCredential> {
  const provider = new GoogleAuthProvider()
  return guest
    ? linkWithPopup(guest, provider, browserPopupRedirectResolver)
    : signInWithPopup(auth, provider, browserPopupRedirectResolver)
}
