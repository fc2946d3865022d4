import { Trans, useLingui } from '@lingui/react/macro'
import { ButtonLink } from '../../components/Button.tsx'
import { userAtom } from '../../session/user.ts'
import { useAtomValue } from '../../store/store.ts'
import { LogOut } from './LogOut.tsx'
import styles from './signIn.module.css'

/** The signed-in user, and links onwards. */
export function SignedIn() {
  const { t } = useLingui()
  const user = useAtomValue(userAtom)
  const current = user?.email || user?.name
  return (
    <div className={styles.ways}>
      <p>
        {current ? (
          <Trans>
            You are signed in as <strong>{current}</strong>.
          </Trans>
        ) : (
          <Trans>You are signed in.</Trans>
        )}
      </p>
      <div className={styles.on}>
        <ButtonLink to="/overview" variant="main">
          {t`Overview`}
        </ButtonLink>
        <LogOut />
      </div>
    </div>
  )
}
