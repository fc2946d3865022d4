import { useLingui } from '@lingui/react/macro'
import { Outlet, useParams, useSearch } from '@tanstack/react-router'
import { Suspense, useMemo } from 'react'
import { Heading } from '../../../components/Heading.tsx'
import { useResource } from '../../../data/useResource.ts'
import { filterOptions, marketplaces } from '../../marketplaces/index.ts'
import styles from './AuctionsScreen.module.css'
import { Inbox } from './Inbox.tsx'
import { InboxControls } from './InboxControls.tsx'
import { KeyHelp } from './lazyKeyHelp.ts'
import { queryOf } from './query.ts'

/** The inbox, and beside it (on a phone: instead of it) the open auction. */
export function AuctionsScreen() {
  const { t } = useLingui()
  const search = useSearch({ from: '/{-$locale}/_app/auctions' })
  const { id: openId } = useParams({ strict: false })
  useResource(filterOptions)
  useResource(marketplaces, { isOpen: true })

  const { segment, filter, marketplace, sort } = search
  const query = useMemo(() => queryOf({ segment, filter, marketplace, sort }), [segment, filter, marketplace, sort])

  return (
    <div className={styles.split} data-open={openId !== undefined || undefined}>
      <section className={styles.list} aria-label={t`Inbox`}>
        {openId === undefined ? <Heading>{t`Auctions`}</Heading> : <h2 className={styles.aside}>{t`Auctions`}</h2>}
        <InboxControls query={query} />
        <Inbox query={query} openId={openId} />
      </section>
      {/* A new element for each auction resets the pane's scroll position. */}
      <div key={openId ?? ''} className={styles.detail}>
        {openId === undefined ? (
          <Suspense>
            <KeyHelp />
          </Suspense>
        ) : (
          <Outlet />
        )}
      </div>
    </div>
  )
}
