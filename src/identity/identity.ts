/** How a sign-in ended. Surprises are not thrown: every one of them has a text beside the form. */
export type SignIn =
  | { kind: 'signedIn'; idToken: string }
  /** The guest's account could not be linked: the address has an account already. */
  | { kind: 'emailInUse' }
  /** A sign-in, and not a registration, with an address that has no account: none was made. */
  | { kind: 'noAccount' }
  | { kind: 'cancelled' }
  | { kind: 'failed'; reason: SignInFailure }

export type SignInFailure =
  | 'wrongCredentials'
  /** The same, where the provider does not tell which addresses have accounts: there may be none with this one. */
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

/** Linking upgrades the guest who is signed in; without it the sign-in leaves the guest behind. */
type Link = { link: boolean }

/** Who the identity provider says the user is. */
export type Identity = {
  /** Makes a guest, or goes on with the one that this browser has. Rejects when the provider cannot be reached. */
  guest(): Promise<string>
  google(how: Link): Promise<SignIn>
  /** Only `isNew` makes an account. With `link` a sign-in to one that exists ends with `emailInUse`, and the guest stays. */
  email(form: EmailSignIn, how: Link): Promise<SignIn>
  /** Resolves alike whether or not the address has an account. */
  resetPassword(address: string, locale: string): Promise<'sent' | 'network' | 'invalidEmail' | 'tooManyTries'>
  /** A fresh ID token of the signed-in user; null without one. */
  idToken(): Promise<string | null>
  signOut(): Promise<void>
}
