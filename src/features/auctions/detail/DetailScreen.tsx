import { useLingui } from '@lingui/react/macro'
import { useParams } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import type { AuctionDetail } from '../../../../contract/auction.ts'
import type { Match } from '../../../../contract/match.ts'
import { ButtonLink } from '../../../components/Button.tsx'
import { EmptyState, ErrorState, Notice, Skeleton } from '../../../components/States.tsx'
import { emptyResource } from '../../../data/resource.ts'
import { useAccount, useFresh } from '../../../data/useFresh.ts'
import { useFormat } from '../../../i18n/format.ts'
import { matchesAtom, matchOfAuction } from '../../../session/cachedAuctions.ts'
import { useAtomValue, useSetAtom } from '../../../store/store.ts'
import { markSeenAtom } from '../match/triage.ts'
import { AuctionPage } from './AuctionPage.tsx'
import styles from './DetailScreen.module.css'
import { details } from './details.ts'

/** One auction: at once from what is loaded, then from the server. Clicked notifications lead here. */
export function DetailScreen() {
  const { id } = useParams({ from: '/{-$locale}/_app/auctions/$id' })
  const { t } = useLingui()
  const format = useFormat()
  const { value: read, status, code, asOf, triedAt } = useAtomValue(details.atom).get(id) ?? emptyResource
  const failure = status === 'failed' ? (code ?? 'internal') : undefined
  const match = matchOfAuction(useAtomValue(matchesAtom), id)
  const loadAuction = useSetAtom(details.load)
  const load = useCallback(() => loadAuction(id), [loadAuction, id])
  const markSeen = useSetAtom(markSeenAtom)

  useFresh({ asOf, triedAt, load, isReady: useAccount() !== undefined, isLoadedOnOpen: true, isRevisited: false })

  const isNew = match?.state === 'new'
  useEffect(() => {
    if (isNew) markSeen(id)
  }, [id, isNew, markSeen])

  const auction = read ?? (match && known(match))
  return (
    <div className={styles.detail}>
      <ButtonLink to="/auctions" search={true} variant="quiet" icon="back" activeOptions={{ exact: true }}>
        {t`All auctions`}
      </ButtonLink>
      {auction && failure && read && asOf !== null && (
        <Notice>{t`Could not be refreshed. This is as of ${format.moment(asOf)}.`}</Notice>
      )}
      {auction && failure && !read && <Notice>{t`Details cannot be loaded now. This is what the list knows.`}</Notice>}
      {auction && <AuctionPage key={id} auction={auction} match={match} isWhole={read !== undefined} />}
      {!auction && failure === 'not_found' && (
        <EmptyState
          icon="search"
          title={t`This auction is not kept any more`}
        >{t`Marketplaces limit how long ended auctions may be kept.`}</EmptyState>
      )}
      {!auction && failure && failure !== 'not_found' && <ErrorState code={failure} onRetry={() => void load()} />}
      {!auction && !failure && <Skeleton rows={3} height="card" />}
    </div>
  )
}

/** An auction as the inbox knows it, shown while the full one loads. */
function known({ auction }: Match): AuctionDetail {
  return { ...auction, priceHistory: [], related: [] }
}
