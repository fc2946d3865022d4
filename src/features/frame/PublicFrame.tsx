import { Trans, useLingui } from '@lingui/react/macro'
import { Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ButtonLink } from '../../components/Button.tsx'
import { Link } from '../../components/Link.tsx'
import { useIsOnline } from '../../install/online.ts'
import { sessionKindAtom } from '../../session/session.ts'
import { useAtomValue } from '../../store/store.ts'
import { Messages } from '../../toasts/Messages.tsx'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import { OfflineLine } from './OfflineLine.tsx'
import styles from './PublicFrame.module.css'
import { SkipLink } from './SkipLink.tsx'

/** The frame of public pages: name and sign-in above, languages below. */
export function PublicFrame({ children = <Outlet /> }: { children?: ReactNode }) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  return (
    <div className={styles.frame}>
      <SkipLink />
      <header className={styles.bar}>
        <nav aria-label={t`Main`}>
          <Link to="/" className={styles.brand} activeOptions={{ exact: true }}>
            Lotwatch
          </Link>
          <WayIn />
        </nav>
        {!isOnline && (
          <div className={styles.state}>
            <OfflineLine />
          </div>
        )}
      </header>
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <footer className={styles.foot}>
        <LanguageSwitch />
      </footer>
      <Messages />
    </div>
  )
}

function WayIn() {
  const kind = useAtomValue(sessionKindAtom)
  if (kind === 'signedIn') {
    return (
      <ButtonLink to="/overview" variant="main">
        <Trans>Open app</Trans>
      </ButtonLink>
    )
  }
  return (
    <span className={styles.ways}>
      <ButtonLink to="/login" variant="quiet">
        <Trans>Sign in</Trans>
      </ButtonLink>
      {kind === 'guest' && (
        <ButtonLink to="/auctions">
          <Trans>Open app</Trans>
        </ButtonLink>
      )}
    </span>
  )
}
