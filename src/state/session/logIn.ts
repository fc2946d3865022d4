import { signInFailureText } from '../../i18n/signInTexts.ts'
import { texts } from '../../i18n/texts.ts'
import type { EmailSignIn, SignIn } from '../../identity/identity.ts'
import { edgesAtom } from '../edges.ts'
import { atom } from '../store.ts'
import { changeSessionAtom, sessionAtom } from './session.ts'
import { enterAtom } from './signIn.ts'

/** What a sign-in form is told: it went well, or why not, as the text to show. */
export type LoginResult =
  | { success: true }
  | { success: false; error: string; emailInUse: boolean }
  | { success: false; cancelled: true }

/** `override`: sign in to the account that exists, and leave the guest behind. */
type Override = { override?: boolean }

/** Signs in with Google; a guest is linked, which keeps all that is theirs. */
export const logInWithGoogleAtom = atom(null, async (get, set, { override = false }: Override): Promise<LoginResult> => {
  const { identity } = get(edgesAtom)
  const link = get(sessionAtom).isAnonymous && !override
  return set(finishLoginAtom, () => identity.google({ link }), texts.loginFailed.id)
})

/** Signs in or registers with email and password; a guest is linked. */
export const logInWithEmailAtom = atom(null, async (get, set, form: EmailSignIn & Override): Promise<LoginResult> => {
  const { override = false, ...credentials } = form
  const { identity } = get(edgesAtom)
  const link = get(sessionAtom).isAnonymous && !override
  return set(finishLoginAtom, () => identity.email(credentials, { link }), null)
})

/**
 * Inside the mobile shell signing in is the shell's business: Google lets no web view in, and the guest is the shell's to
 * link. It answers with an action when it is done.
 */
export const logInByShellAtom = atom(null, (get, _set, provider: 'google' | 'email') => {
  const { isAnonymous } = get(sessionAtom)
  get(edgesAtom).askShell?.({ request: isAnonymous ? 'upgradeAccount' : 'login', provider })
})

const finishLoginAtom = atom(
  null,
  async (get, set, signIn: () => Promise<SignIn>, onlyError: string | null): Promise<LoginResult> => {
    const { translate } = get(edgesAtom)
    const fail = (error: string, emailInUse = false): LoginResult => {
      set(changeSessionAtom, { isLoading: false, error })
      return { success: false, error, emailInUse }
    }
    set(changeSessionAtom, { isLoading: true, error: null })
    try {
      const result = await signIn()
      if (result.kind === 'cancelled') {
        set(changeSessionAtom, { isLoading: false })
        return { success: false, cancelled: true }
      }
      if (result.kind === 'emailInUse') return fail(translate(texts.emailInUse), true)
      if (result.kind === 'failed') return fail(translate(onlyError ? texts.loginFailed : signInFailureText(result.reason)))
      if (!(await set(enterAtom, result.idToken, false))) return fail(translate(texts.loginFailed))
      set(changeSessionAtom, { isLoading: false, error: null })
      return { success: true }
    } catch {
      return fail(translate(texts.loginFailed))
    }
  },
)
