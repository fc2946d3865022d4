import { useLingui } from '@lingui/react/macro'
import { Button } from '../../components/Button.tsx'
import { logInByShellAtom } from '../../state/session/logIn.ts'
import { useAction } from '../../state/store.ts'

/** The ways to sign in inside the mobile shell, which asks for everything else itself. */
export function ShellSignIn() {
  const { t } = useLingui()
  const ask = useAction(logInByShellAtom)
  return (
    <>
      <Button icon="account" onClick={() => ask('google')}>
        {t`Continue with Google`}
      </Button>
      <Button onClick={() => ask('email')}>{t`Continue with email`}</Button>
    </>
  )
}
