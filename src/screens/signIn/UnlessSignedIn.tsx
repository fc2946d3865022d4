import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { ButtonLink } from '../../components/Button.tsx'
import { sessionKindAtom } from '../../state/session/session.ts'
import { useAtomValue } from '../../state/store.ts'
import { userAtom } from '../../state/user.ts'
import { LogOut } from '../account/LogOut.tsx'
import styles from './signIn.module.css'

/** The way in; for somebody who came in before, who that is and the ways on. */
export function UnlessSignedIn({ children }: { children: ReactNode }) {
  const kind = useAtomValue(sessionKindAtom)
  // As the page opens: the form stays until its own sign-in has led on.
  const [isSignedIn] = useState(kind === 'signedIn')
  return isSignedIn ? <SignedIn /> : children
}

function SignedIn() {
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
        <ButtonLink to="/overview" look="main">
          {t`Overview`}
        </ButtonLink>
        <LogOut />
      </div>
    </div>
  )
}
