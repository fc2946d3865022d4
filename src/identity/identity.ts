/** How a sign-in ended. Surprises are not thrown: every one of them has a text beside the form. */
export type SignIn =
  | { kind: 'signedIn'; idToken: string }
  /** The guest's account could not be linked: the address has an account already. */
  | { kind: 'emailInUse' }
  | { kind: 'cancelled' }
  | { kind: 'failed'; reason: SignInFailure }

export type SignInFailure =
  | 'wrongCredentials'
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
  email(form: EmailSignIn, how: Link): Promise<SignIn>
  /** Resolves alike whether or not the address has an account. */
  resetPassword(address: string, locale: string): Promise<'sent' | 'network' | 'invalidEmail' | 'tooManyTries'>
  /** A fresh ID token of whoever is signed in; null when nobody is. */
  idToken(): Promise<string | null>
  signOut(): Promise<void>
}
