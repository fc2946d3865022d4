import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { ButtonLink } from '../../../components/Button.tsx'
import { EmptyState, ErrorState, NothingStored, Notice, Skeleton } from '../../../components/States.tsx'
import { VirtualList } from '../../../components/VirtualList.tsx'
import { useFormat } from '../../../i18n/format.ts'
import { useIsOnline } from '../../../install/online.ts'
import { AUCTIONS_STALE_MS, INBOX_PREFETCH_ROWS } from '../../../limits.ts'
import { matchesAsOfAtom } from '../../../session/cachedAuctions.ts'
import { useAtomValue } from '../../../store/store.ts'
import { namedMarketplacesAtom } from '../../marketplaces/index.ts'
import { MatchRow } from '../match/MatchRow.tsx'
import { useIsWide } from '../match/useIsWide.ts'
import { useTriage } from '../match/useTriage.ts'
import styles from './Inbox.module.css'
import { KeyHelpDialog } from './lazyKeyHelp.ts'
import type { InboxQuery } from './query.ts'
import { linesOf } from './sections.ts'
import { useInbox } from './useInbox.ts'
import { useInboxKeys } from './useInboxKeys.ts'

/** Assumed height of an unmeasured row, pixels. */
const ROW_ESTIMATE = 148
const SKELETON_ROWS = 5

/** The rows of the inbox, or its loading, empty or error state. */
export function Inbox({ query, openId }: { query: InboxQuery; openId: string | undefined }) {
  const { t } = useLingui()
  const navigate = useNavigate({ from: '/{-$locale}/auctions' })
  const { rows, pages, now, refresh, loadNext } = useInbox(query)
  const marketplaces = useAtomValue(namedMarketplacesAtom)
  const isWide = useIsWide()
  const isOnline = useIsOnline()
  const [isHelpOpen, setHelpOpen] = useState(false)
  const triage = useTriage()

  const lines = useMemo(() => {
    const own = new Set([...marketplaces.values()].filter((one) => one.ownSection).map(({ id }) => id))
    return linesOf(rows, own)
  }, [rows, marketplaces])
  const keys = useMemo(() => lines.map(({ key }) => key), [lines])

  const open = useCallback(
    (id: string) =>
      void navigate({
        to: '/{-$locale}/auctions/$id',
        params: (before) => ({ ...before, id }),
        search: true,
        resetScroll: !isWide,
      }),
    [navigate, isWide],
  )
  const focus = useInboxKeys({ lines, open, triage, onHelp: () => setHelpOpen(true) })

  const onReach = useCallback(
    (index: number) => {
      if (pages?.status === 'ready' && !pages.value?.isComplete && index > lines.length - INBOX_PREFETCH_ROWS) loadNext()
    },
    [pages, lines.length, loadNext],
  )

  if (rows.length === 0) {
    if (pages?.status === 'failed' && !isOnline) return <NothingStored />
    if (pages?.status === 'failed') return <ErrorState code={pages.code ?? 'internal'} onRetry={refresh} />
    if (!pages && !isOnline) return <NothingStored />
    if (!pages || pages.status === 'loading') return <Skeleton rows={SKELETON_ROWS} />
    return <EmptyInbox query={query} />
  }
  return (
    <>
      <AsOf asOf={pages?.asOf ?? null} isFailed={pages?.status === 'failed'} now={now} />
      <VirtualList
        label={t`Auctions`}
        keys={keys}
        estimate={ROW_ESTIMATE}
        focus={focus}
        onReach={onReach}
        className={styles.list}
        row={(index) => {
          const line = lines[index]
          if (!line) return null
          if (line.kind === 'heading')
            return <h2 className={styles.section}>{marketplaces.get(line.marketplace)?.name ?? line.marketplace}</h2>
          return (
            <MatchRow
              match={line.match}
              isOpen={line.match.auction.id === openId}
              level={openId === undefined ? 2 : 3}
              onTriage={triage}
            />
          )
        }}
      />
      {isHelpOpen && (
        <Suspense>
          <KeyHelpDialog onClose={() => setHelpOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** The time of the last load; prominent only if the rows are old and could not be refreshed. */
function AsOf({ asOf, isFailed, now }: { asOf: number | null; isFailed: boolean; now: number }) {
  const { t } = useLingui()
  const format = useFormat()
  const stored = useAtomValue(matchesAsOfAtom)
  const at = asOf ?? stored
  if (at === null) return null
  const time = format.clock(at)
  if (isFailed) return <Notice>{t`Could not be refreshed. This is as of ${time}.`}</Notice>
  const isOld = now - at > 2 * AUCTIONS_STALE_MS
  return <p className={styles.asOf}>{isOld ? t`As of ${time}, refreshing` : t`As of ${time}`}</p>
}

function EmptyInbox({ query }: { query: InboxQuery }) {
  const { t } = useLingui()
  const newFilter = (
    <ButtonLink to="/filters/create" variant="main" icon="plus">
      {t`New filter`}
    </ButtonLink>
  )
  if (query.filter || query.marketplace) {
    return (
      <EmptyState
        icon="search"
        title={t`Nothing here with these choices`}
      >{t`Take a filter or marketplace off above to see more.`}</EmptyState>
    )
  }
  switch (query.segment) {
    case 'new':
      return (
        <EmptyState icon="auctions" title={t`No auctions yet`} action={newFilter}>
          {t`As soon as an auction matches one of your filters it shows here, without reloading.`}
        </EmptyState>
      )
    case 'endingSoon':
      return (
        <EmptyState
          icon="clock"
          title={t`Nothing ends within 24 hours`}
        >{t`Auctions that match and end soon are listed here.`}</EmptyState>
      )
    case 'saved':
      return (
        <EmptyState
          icon="star"
          title={t`Nothing saved`}
        >{t`Save an auction with its star, by swiping right or with the key s.`}</EmptyState>
      )
    case 'hidden':
      return (
        <EmptyState icon="hide" title={t`Nothing hidden`}>{t`What you hide is kept here and can be brought back.`}</EmptyState>
      )
  }
}
