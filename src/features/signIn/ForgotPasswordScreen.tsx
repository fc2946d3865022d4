import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Field } from '../../components/Field.tsx'
import { Heading } from '../../components/Heading.tsx'
import { Link } from '../../components/Link.tsx'
import { resetPasswordAtom } from '../../session/resetPassword.ts'
import { signInFailureText } from '../../session/signInTexts.ts'
import { useSetAtom } from '../../store/store.ts'
import styles from './signIn.module.css'

/** Sends a password reset link. The response is the same whether or not the address has an account. */
export function ForgotPasswordScreen() {
  const { t, i18n } = useLingui()
  const reset = useSetAtom(resetPasswordAtom)
  const [address, setAddress] = useState('')
  const [state, setState] = useState<'asking' | 'sending' | Awaited<ReturnType<typeof reset>>>('asking')
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    setState('sending')
    setState(await reset(address.trim(), i18n.locale))
  }
  const isFailed = state !== 'asking' && state !== 'sending' && state !== 'sent'
  return (
    <div className={styles.page}>
      <Heading>{t`Forgot password`}</Heading>
      {state === 'sent' ? (
        <p role="status">
          <Trans>
            If this address has an account, a mail with a link for a new password is on its way. Look in the spam folder too.
          </Trans>
        </p>
      ) : (
        <form onSubmit={(event) => void onSubmit(event)}>
          <fieldset className={styles.form} disabled={import.meta.env.SSR}>
            <Field
              label={t`Email`}
              type="email"
              name="email"
              autoComplete="email"
              required
              value={address}
              error={isFailed && i18n._(signInFailureText(state))}
              onChange={(event) => setAddress(event.target.value)}
            />
            <Button type="submit" variant="main" isBusy={state === 'sending'}>
              {t`Send the link`}
            </Button>
          </fieldset>
        </form>
      )}
      <p className={styles.links}>
        <Link to="/login">{t`Back to sign in`}</Link>
      </p>
    </div>
  )
}
