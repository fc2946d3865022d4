import { useLingui } from '@lingui/react/macro'
import { Outlet, useMatches } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { Icon, type IconName } from '../../components/Icon.tsx'
import { type AppPath, Link } from '../../components/Link.tsx'
import { useIsOnline } from '../../install/online.ts'
import { SIGN_IN_RETRY_FIRST_MS, SIGN_IN_RETRY_MAX_MS } from '../../limits.ts'
import { isWebViewAtom, leavingAtom, sessionKindAtom } from '../../session/session.ts'
import { checkAuthenticationAtom, entryFailureAtom } from '../../session/signIn.ts'
import { useAtomValue, useSetAtom } from '../../store/store.ts'
import { Messages } from '../../toasts/Messages.tsx'
import styles from './AppFrame.module.css'
import { SkipLink } from './SkipLink.tsx'
import { StatusLine } from './StatusLine.tsx'

/** Rarely needed, so loaded lazily. */
const NoSession = lazy(async () => ({ default: (await import('./NoSession.tsx')).NoSession }))

/** The frame of the app's pages: tabs at the bottom on a phone, a rail on wider pages. Visitors become guests here. */
export function AppFrame() {
  useGuestAtLeast()
  return (
    <div className={styles.frame}>
      <SkipLink />
      <Tabs />
      <div className={styles.page}>
        <StatusLine />
        <main id="main" tabIndex={-1} className={styles.main}>
          <SessionGate />
        </main>
      </div>
      <Messages />
    </div>
  )
}

/** Routes that work without a session: the filter editor stores its input, and plans are the same for all users. */
const OPEN_ROUTES: ReadonlySet<string> = new Set(['/{-$locale}/_app/filters/create', '/{-$locale}/_app/subscriptions'])

/** The page, or, if it needs a session and none can be created, the reason. Offline, pages show stored data. */
function SessionGate() {
  const failure = useAtomValue(entryFailureAtom)
  const kind = useAtomValue(sessionKindAtom)
  const check = useSetAtom(checkAuthenticationAtom)
  const isOnline = useIsOnline()
  const isOpen = useMatches({ select: (matches) => matches.some(({ routeId }) => OPEN_ROUTES.has(routeId)) })
  const isWithoutSession = isOnline && kind === 'loggedOut' && failure !== null
  return (
    <>
      {isWithoutSession && (
        <Suspense>
          <NoSession code={failure} onRetry={() => void check()} />
        </Suspense>
      )}
      {(!isWithoutSession || isOpen) && <Outlet />}
    </>
  )
}

/** Retries until there is a session, because the provider may be unreachable. In a web view the shell creates the session. */
function useGuestAtLeast(): void {
  const check = useSetAtom(checkAuthenticationAtom)
  const isWebView = useAtomValue(isWebViewAtom)
  const isLeaving = useAtomValue(leavingAtom)
  useEffect(() => {
    if (isLeaving) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let pauseMs = SIGN_IN_RETRY_FIRST_MS
    const again = async () => {
      clearTimeout(timer)
      if ((await check()) || isWebView) return
      timer = setTimeout(again, pauseMs)
      pauseMs = Math.min(pauseMs * 2, SIGN_IN_RETRY_MAX_MS)
    }
    const whenOnline = () => void again()
    whenOnline()
    addEventListener('online', whenOnline)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', whenOnline)
    }
  }, [check, isWebView, isLeaving])
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
