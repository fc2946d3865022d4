import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Field } from '../../components/Field.tsx'
import { Icon } from '../../components/Icon.tsx'
import { inTree } from '../../components/Link.tsx'
import { Notice } from '../../components/States.tsx'
import { isSignInDocument } from '../../install/signInDocument.ts'
import { type LoginResult, logInWithEmailAtom, logInWithGoogleAtom } from '../../session/logIn.ts'
import { isSigningInAtom, isWebViewAtom, sessionKindAtom } from '../../session/session.ts'
import { useAtomValue, useSetAtom } from '../../store/store.ts'
import { ShellSignIn } from './ShellSignIn.tsx'
import styles from './signIn.module.css'

const MIN_PASSWORD_LENGTH = 6

/** Google first, then email and password. A guest is linked to the account and keeps all data. */
export function SignInForm({ isNew }: { isNew: boolean }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const isLoading = useAtomValue(isSigningInAtom)
  const isWebView = useAtomValue(isWebViewAtom)
  const kind = useAtomValue(sessionKindAtom)
  const logInWithGoogle = useSetAtom(logInWithGoogleAtom)
  const logInWithEmail = useSetAtom(logInWithEmailAtom)
  const [address, setAddress] = useState('')
  const [password, setPassword] = useState('')
  const [failed, setFailed] = useState<{ error: string; by: 'google' | 'email'; emailInUse: boolean; mayCreate: boolean }>()

  const finish = async (by: 'google' | 'email', result: LoginResult) => {
    if (result.success) return navigate({ to: inTree('/overview') })
    setFailed('cancelled' in result ? undefined : { ...result, by })
  }
  const google = async (override: boolean) => {
    // For example the offline page: only a document from the server has the policy that allows this.
    if (!isSignInDocument()) return location.reload()
    return finish('google', await logInWithGoogle({ override }))
  }
  const email = async (override: boolean, create = isNew && !override) =>
    finish('email', await logInWithEmail({ address: address.trim(), password, isNew: create, override }))
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void email(false)
  }

  const guest = kind === 'guest' && (
    <Notice icon="check" tone="plain">
      {isNew ? (
        <Trans>You are trying Lotwatch as a guest. Your filters and auctions stay with you.</Trans>
      ) : (
        <Trans>
          You are trying Lotwatch as a guest. A new account keeps your filters and auctions. Signing in to an existing account
          leaves them behind.
        </Trans>
      )}
    </Notice>
  )
  if (isWebView) {
    return (
      <div className={styles.ways}>
        {guest}
        <ShellSignIn />
      </div>
    )
  }
  return (
    // Disabled until the app has started: earlier input would be lost, or submitted in the URL, password included.
    <fieldset className={styles.ways} disabled={import.meta.env.SSR}>
      {guest}
      <Button icon="account" isBusy={isLoading} onClick={() => void google(false)}>
        {t`Continue with Google`}
      </Button>
      <p className={styles.or}>{t`or with your email`}</p>
      <form className={styles.form} onSubmit={onSubmit}>
        <Field
          label={t`Email`}
          type="email"
          name="email"
          autoComplete="email"
          required
          value={address}
          onChange={(event) => setAddress(event.target.value)}
        />
        <Field
          label={t`Password`}
          type="password"
          name="password"
          autoComplete={isNew ? 'new-password' : 'current-password'}
          required
          minLength={isNew ? MIN_PASSWORD_LENGTH : undefined}
          hint={isNew && t`At least ${MIN_PASSWORD_LENGTH} characters. A sentence is better than a word.`}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        {failed && (
          <div role="alert" className={styles.failed}>
            <Icon name="warning" />
            <p>{failed.error}</p>
            {failed.mayCreate && <Button onClick={() => void email(false, true)}>{t`Create account`}</Button>}
            {failed.emailInUse && (
              <Button onClick={() => void (failed.by === 'google' ? google(true) : email(true))}>
                {kind === 'guest' ? t`Sign in there and leave the guest behind` : t`Sign in`}
              </Button>
            )}
          </div>
        )}
        <Button type="submit" variant="main" isBusy={isLoading}>
          {isNew ? t`Register` : t`Sign in`}
        </Button>
      </form>
    </fieldset>
  )
}
