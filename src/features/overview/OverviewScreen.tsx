import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import type { Match } from '../../../contract/match.ts'
import { ButtonLink } from '../../components/Button.tsx'
import { Heading } from '../../components/Heading.tsx'
import { Link } from '../../components/Link.tsx'
import { ErrorState, NothingStored, Skeleton } from '../../components/States.tsx'
import { useResource } from '../../data/useResource.ts'
import { useIsOnline } from '../../install/online.ts'
import { useAtomValue } from '../../store/store.ts'
import { MatchRow, useInbox, useTriage } from '../auctions/index.ts'
import { EmptyFilters, useFilters } from '../filters/index.ts'
import { marketplaces } from '../marketplaces/index.ts'
import { isPushOfferedAtom, PushOffer } from '../notifications/index.ts'
import { useStats } from '../subscriptions/index.ts'
import { ChannelHealth } from './ChannelHealth.tsx'
import { EndingShelf } from './EndingShelf.tsx'
import { FilterHealth } from './FilterHealth.tsx'
import styles from './OverviewScreen.module.css'
import { ENDING, NEWEST } from './queries.ts'
import { useLastVisit } from './useLastVisit.ts'

const NEWEST_ROWS = 5

/** Since the last visit: new matches, ending auctions, and the health of filters and channels. */
export function OverviewScreen() {
  const { t } = useLingui()
  const { filters, status: filtersStatus } = useFilters()
  const stats = useStats()
  const isPushOffered = useAtomValue(isPushOfferedAtom)
  const triage = useTriage()
  const lastVisit = useLastVisit()
  const newest = useInbox(NEWEST)
  const ending = useInbox(ENDING)
  useResource(marketplaces, { isOpen: true })

  const isOnline = useIsOnline()

  const isSinceLastVisit = ({ matchedAt }: Match) => lastVisit === null || Date.parse(matchedAt) > lastVisit
  const fresh = newest.rows.filter((match) => match.state === 'new' && isSinceLastVisit(match)).length
  // Only the first page is loaded. If its last row counts as new, there may be more.
  const isCut = newest.pages?.value?.isComplete === false
  const oldest = newest.rows.at(-1)
  const isFreshCut = isCut && fresh > 0 && oldest !== undefined && isSinceLastVisit(oldest)
  const endingCount = ending.rows.length
  const isEndingCut = ending.pages?.value?.isComplete === false && ending.rows.at(-1)?.id === ending.pages.value.last?.id
  const isLoading = isOnline && (!newest.pages || newest.pages.status === 'loading')
  const isWithoutFilters = filters.length === 0 && filtersStatus === 'ready'
  const used = stats?.listenerCount ?? filters.length
  const limit = stats?.listenerLimit
  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        <div>
          <Heading>{t`Overview`}</Heading>
          <p className={styles.since}>
            {isFreshCut ? <Trans>{fresh}+ new</Trans> : <Plural value={fresh} _0="Nothing new" one="# new" other="# new" />}
            {', '}
            {isEndingCut ? (
              <Trans>{endingCount}+ ending today</Trans>
            ) : (
              <Plural value={endingCount} _0="none ending today" one="# ending today" other="# ending today" />
            )}
          </p>
        </div>
        <ButtonLink to="/filters/create" variant="main" icon="plus">
          {t`New filter`}
        </ButtonLink>
      </header>
      {isWithoutFilters && <EmptyFilters />}
      {filters.length > 0 && isPushOffered && (
        <Suspense fallback={null}>
          <PushOffer whenSilent />
        </Suspense>
      )}
      {ending.rows.length > 0 && <EndingShelf matches={ending.rows} />}
      {(!isWithoutFilters || newest.rows.length > 0) && (
        <section className={styles.section}>
          <h2>{t`Newest matches`}</h2>
          {newest.rows.slice(0, NEWEST_ROWS).map((match) => (
            <MatchRow key={match.id} match={match} isOpen={false} level={3} onTriage={triage} />
          ))}
          {newest.rows.length === 0 && !isOnline && newest.pages?.status !== 'ready' && <NothingStored />}
          {newest.rows.length === 0 && isOnline && newest.pages?.status === 'failed' && (
            <ErrorState code={newest.pages.code ?? 'internal'} onRetry={newest.refresh} />
          )}
          {newest.rows.length === 0 && isLoading && <Skeleton rows={3} />}
          {newest.rows.length === 0 && newest.pages?.status === 'ready' && <p>{t`No matches yet.`}</p>}
          {newest.rows.length > NEWEST_ROWS && (
            <p>
              <Link to="/auctions" search={{ segment: 'new' }} className={styles.all}>
                {t`All auctions`}
              </Link>
            </p>
          )}
        </section>
      )}
      {filters.length > 0 && <FilterHealth filters={filters} matches={newest.rows} isCut={isCut} />}
      <section className={styles.section}>
        <h2>{t`Quota`}</h2>
        <p>
          {limit === undefined ? <Plural value={used} one="# filter" other="# filters" /> : t`${used} of ${limit} filters`}
          {' · '}
          <Link to="/subscriptions">{t`Plans`}</Link>
        </p>
      </section>
      <ChannelHealth />
    </div>
  )
}
