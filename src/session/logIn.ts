import type { MessageDescriptor } from '@lingui/core'
import type { ErrorCode } from '../../contract/errors.ts'
import { ApiError } from '../api/errors.ts'
import { errorText, texts } from '../i18n/texts.ts'
import type { EmailSignIn, SignIn, SignInFailure } from '../identity/identity.ts'
import { servicesAtom } from '../services/services.ts'
import { atom } from '../store/store.ts'
import { changeSessionAtom, sessionAtom } from './session.ts'
import { enterAtom } from './signIn.ts'
import { noAccountText, signInFailureText } from './signInTexts.ts'

/**
 * The result of a sign-in form: success, or the error text to show. `emailInUse`: the guest may sign in to that account
 * instead. `mayCreate`: the account does not, or may not, exist, and can be created if the user agrees.
 */
export type LoginResult =
  | { success: true }
  | { success: false; error: string; emailInUse: boolean; mayCreate: boolean }
  | { success: false; cancelled: true }

/** `override`: sign in to the existing account and abandon the guest. */
type Override = { override?: boolean }

/** Signs in with Google. A guest is linked and so keeps all data. */
export const logInWithGoogleAtom = atom(null, async (get, set, { override = false }: Override): Promise<LoginResult> => {
  const { identity } = get(servicesAtom)
  const link = get(sessionAtom).isAnonymous && !override
  return set(finishLoginAtom, () => identity.google({ link }), { by: 'google', link })
})

/** Signs in or registers with email and password. A guest is linked. */
export const logInWithEmailAtom = atom(null, async (get, set, form: EmailSignIn & Override): Promise<LoginResult> => {
  const { override = false, ...credentials } = form
  const { identity } = get(servicesAtom)
  const link = get(sessionAtom).isAnonymous && !override
  return set(finishLoginAtom, () => identity.email(credentials, { link }), { by: 'email', link })
})

/**
 * Inside the mobile shell, the shell signs in: Google blocks web views, and the shell owns the guest to be linked. It sends
 * an action when done.
 */
export const logInByShellAtom = atom(null, (get, _set, provider: 'google' | 'email') => {
  const { isAnonymous } = get(sessionAtom)
  get(servicesAtom).askShell?.({ request: isAnonymous ? 'upgradeAccount' : 'login', provider })
})

type How = { by: 'google' | 'email'; link: boolean }

/**
 * Without an override, failed linking is reported as "email in use", unless it has another known cause: the network, a
 * blocked pop-up, a weak password.
 */
const isFailedLink = (result: SignIn, { link }: How): boolean => link && result.kind === 'failed' && result.reason === 'unknown'

/** Other failures with Google were already shown in the provider's window. */
function failureText(reason: SignInFailure, { by }: How): MessageDescriptor {
  const isOurs = by === 'email' || reason === 'network' || reason === 'popupBlocked'
  return isOurs ? signInFailureText(reason) : texts.loginFailed
}

/** Error codes of our own server whose text tells the user what to do. */
const ACTIONABLE_CODES: ReadonlySet<string> = new Set<ErrorCode>(['rate_limited', 'unavailable', 'identity_unavailable'])

const finishLoginAtom = atom(null, async (get, set, signIn: () => Promise<SignIn>, how: How): Promise<LoginResult> => {
  const { translate } = get(servicesAtom)
  const fail = (text: MessageDescriptor, { emailInUse = false, mayCreate = false } = {}): LoginResult => {
    const error = translate(text)
    set(changeSessionAtom, { isLoading: false, error })
    return { success: false, error, emailInUse, mayCreate }
  }
  set(changeSessionAtom, { isLoading: true, error: null })
  try {
    const result = await signIn()
    if (result.kind === 'cancelled') {
      set(changeSessionAtom, { isLoading: false })
      return { success: false, cancelled: true }
    }
    if (result.kind === 'noAccount') return fail(noAccountText, { mayCreate: true })
    if (result.kind === 'emailInUse' || isFailedLink(result, how)) return fail(texts.emailInUse, { emailInUse: true })
    if (result.kind === 'failed') return fail(failureText(result.reason, how), { mayCreate: result.reason === 'wrongOrUnknown' })
    if (!(await set(enterAtom, result.idToken, false))) return fail(texts.loginFailed)
    set(changeSessionAtom, { isLoading: false, error: null })
    return { success: true }
  } catch (error) {
    return fail(error instanceof ApiError && ACTIONABLE_CODES.has(error.code) ? errorText(error.code) : texts.loginFailed)
  }
})
