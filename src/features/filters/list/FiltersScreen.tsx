import { useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import { ButtonLink } from '../../../components/Button.tsx'
import { Heading } from '../../../components/Heading.tsx'
import { ErrorState, NothingStored, Notice, Skeleton } from '../../../components/States.tsx'
import { useResource } from '../../../data/useResource.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useIsOnline } from '../../../install/online.ts'
import { useAtomValue } from '../../../store/store.ts'
import { filterOptions, marketplaces } from '../../marketplaces/index.ts'
import { filterSavedAtom, isPushOfferedAtom, PushOffer } from '../../notifications/index.ts'
import { useStats } from '../../subscriptions/index.ts'
import { useFilters } from '../filters.ts'
import { EmptyFilters } from './EmptyFilters.tsx'
import { FilterCard } from './FilterCard.tsx'
import styles from './FiltersScreen.module.css'
import { ImportExport } from './ImportExport.tsx'
import { UndecidedChanges } from './UndecidedChanges.tsx'

/** All filters of the user as cards. */
export function FiltersScreen() {
  const { t } = useLingui()
  const { filters, status, code, asOf, retry } = useFilters()
  const stats = useStats()
  const wasSaved = useAtomValue(filterSavedAtom)
  const isPushOffered = useAtomValue(isPushOfferedAtom)
  const isOnline = useIsOnline()
  const format = useFormat()
  useResource(filterOptions)
  useResource(marketplaces, { isOpen: true })

  const isEmpty = filters.length === 0
  const isUnread = isEmpty && (status === 'idle' || status === 'loading')
  const used = stats?.listenerCount ?? filters.length
  const limit = stats?.listenerLimit
  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        <Heading>{t`Filters`}</Heading>
        <ButtonLink to="/filters/create" variant="main" icon="plus">
          {t`New filter`}
        </ButtonLink>
      </header>
      {limit !== undefined && <p className={styles.quota}>{t`${used} of ${limit} filters`}</p>}
      <UndecidedChanges />
      {wasSaved && isPushOffered && (
        <Suspense fallback={null}>
          <PushOffer />
        </Suspense>
      )}
      {status === 'failed' && !isEmpty && (
        <Notice>
          {asOf === null ? t`Could not be refreshed.` : t`Could not be refreshed. This is as of ${format.clock(asOf)}.`}
        </Notice>
      )}
      {isEmpty && status === 'failed' && <ErrorState code={code ?? 'internal'} onRetry={retry} />}
      {isUnread && (isOnline ? <Skeleton rows={3} height="card" /> : <NothingStored />)}
      {isEmpty && status === 'ready' && <EmptyFilters />}
      <ul className={styles.cards}>
        {filters.map((filter) => (
          <li key={filter.id}>
            <FilterCard filter={filter} />
          </li>
        ))}
      </ul>
      <ImportExport filters={filters} />
    </div>
  )
}
