import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import type { User } from '../../../contract/user.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog, DialogChoice } from '../../components/Dialog.tsx'
import { inTree } from '../../components/Link.tsx'
import { answerOtherAccountAtom, otherAccountAtom } from '../../session/signIn.ts'
import { userAtom } from '../../session/user.ts'
import { useAtomValue, useSetAtom } from '../../store/store.ts'

/** A name for the account that the user recognises; undefined for a guest. */
const nameOf = (user: User | null): string | undefined => user?.email || user?.name || undefined

/** Asks whether another account may replace the one signed in. */
export function OtherAccount() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const other = useAtomValue(otherAccountAtom)
  const current = nameOf(useAtomValue(userAtom))
  const answer = useSetAtom(answerOtherAccountAtom)
  if (!other) return null
  const next = nameOf(other.user)
  const stay = () => void answer(false)
  const change = async () => {
    await answer(true)
    await navigate({ to: inTree('/overview') })
  }
  return (
    <Dialog title={t`Sign in as another account?`} closeLabel={t`Close`} onClose={stay}>
      {current && (
        <p>
          <Trans>
            You are signed in as <strong>{current}</strong>.
          </Trans>
        </p>
      )}
      <p>
        {next ? (
          <Trans>
            Your phone wants to sign in as <strong>{next}</strong>.
          </Trans>
        ) : (
          <Trans>Your phone wants to sign in as a guest.</Trans>
        )}{' '}
        <Trans>What this device keeps of your account is removed; the account itself stays as it is.</Trans>
      </p>
      <DialogChoice>
        <Button onClick={stay}>{t`Stay signed in`}</Button>
        <Button variant="main" onClick={() => void change()}>
          {t`Switch account`}
        </Button>
      </DialogChoice>
    </Dialog>
  )
}
