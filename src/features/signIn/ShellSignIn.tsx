import { useLingui } from '@lingui/react/macro'
import { Button } from '../../components/Button.tsx'
import { logInByShellAtom } from '../../session/logIn.ts'
import { useSetAtom } from '../../store/store.ts'

/** The sign-in buttons inside the mobile shell, which handles the rest itself. */
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
