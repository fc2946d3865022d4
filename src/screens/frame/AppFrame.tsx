import { useLingui } from '@lingui/react/macro'
import { Outlet } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Icon, type IconName } from '../../components/Icon.tsx'
import { type AppPath, Link } from '../../components/Link.tsx'
import { checkAuthenticationAtom } from '../../state/session/signIn.ts'
import { useAction } from '../../state/store.ts'
import styles from './AppFrame.module.css'
import { Messages } from './Messages.tsx'
import { SkipLink } from './SkipLink.tsx'
import { StatusLine } from './StatusLine.tsx'

/** The app's own pages: tabs at the bottom of a phone, a rail beside a wider page. Whoever comes here becomes a guest at least. */
export function AppFrame() {
  const check = useAction(checkAuthenticationAtom)
  useEffect(() => {
    const again = () => void check()
    again()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [check])
  return (
    <div className={styles.frame}>
      <SkipLink />
      <Tabs />
      <div className={styles.page}>
        <StatusLine />
        <main id="main" tabIndex={-1} className={styles.main}>
          <Outlet />
        </main>
      </div>
      <Messages />
    </div>
  )
}

function Tabs() {
  const { t } = useLingui()
  return (
    <nav className={styles.tabs} aria-label={t`Main`}>
      <Link to="/" className={styles.brand}>
        Lotwatch
      </Link>
      <Tab to="/overview" icon="overview" label={t`Overview`} />
      <Tab to="/auctions" icon="auctions" label={t`Auctions`} />
      <Tab to="/filters" icon="filters" label={t`Filters`} />
      <Tab to="/account" icon="account" label={t`Account`} />
    </nav>
  )
}

function Tab({
  to,
  icon,
  label,
}: {
  to: Extract<AppPath, '/overview' | '/auctions' | '/filters' | '/account'>
  icon: IconName
  label: string
}) {
  return (
    <Link to={to} className={styles.tab} activeOptions={{ includeSearch: false }}>
      <Icon name={icon} />
      <span>{label}</span>
    </Link>
  )
}
