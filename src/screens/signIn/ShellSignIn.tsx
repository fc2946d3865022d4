import { useLingui } from '@lingui/react/macro'
import { Button } from '../../components/Button.tsx'
import { logInByShellAtom } from '../../state/session/logIn.ts'
import { useSetAtom } from '../../state/store.ts'

/** The ways to sign in inside the mobile shell, which asks for everything else itself. */
export function ShellSignIn() {
  const { t } = useLingui()
  const ask = useSetAtom(logInByShellAtom)
  return (
    <>
      <Button icon="account" onClick={() => ask('google')}>
        {t`Continue with Google`}
      </Button>
      <Button onClick={() => ask('email')}>{t`Continue with email`}</Button>
    </>
  )
}
