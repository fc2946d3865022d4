/** The result of a sign-in. Failures are not thrown, because the form shows a text for each. */
export type SignIn =
  | { kind: 'signedIn'; idToken: string }
  /** The guest could not be linked: the address already has an account. */
  | { kind: 'emailInUse' }
  /** A sign-in (not a registration) with an address that has no account. None was created. */
  | { kind: 'noAccount' }
  | { kind: 'cancelled' }
  | { kind: 'failed'; reason: SignInFailure }

export type SignInFailure =
  | 'wrongCredentials'
  /** The same if the provider hides which addresses have accounts: there may be none. */
  | 'wrongOrUnknown'
  | 'weakPassword'
  | 'invalidEmail'
  | 'tooManyTries'
  | 'popupBlocked'
  | 'network'
  | 'unknown'

export type EmailSignIn = {
  address: string
  password: string
  /** Register instead of signing in. */
  isNew: boolean
}

/** Whether to link, that is to upgrade the signed-in guest. Without it the sign-in abandons the guest. */
type Link = { link: boolean }

/** The user's identity at the identity provider. */
export type Identity = {
  /** Creates a guest, or continues with this browser's. Rejects if the provider cannot be reached. */
  guest(): Promise<string>
  google(how: Link): Promise<SignIn>
  /** Only `isNew` creates an account. With `link`, signing in to an existing account gives `emailInUse` and keeps the guest. */
  email(form: EmailSignIn, how: Link): Promise<SignIn>
  /** The result is the same whether or not the address has an account. */
  resetPassword(address: string, locale: string): Promise<'sent' | 'network' | 'invalidEmail' | 'tooManyTries'>
  /** A fresh ID token of the signed-in user; null if there is none. */
  idToken(): Promise<string | null>
  signOut(): Promise<void>
}
