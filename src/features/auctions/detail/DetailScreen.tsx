import { useLingui } from '@lingui/react/macro'
import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { AuctionDetail } from '../../../../contract/auction.ts'
import type { Match } from '../../../../contract/match.ts'
import { ButtonLink } from '../../../components/Button.tsx'
import { EmptyState, ErrorState, Notice, Skeleton } from '../../../components/States.tsx'
import { useFormat } from '../../../i18n/format.ts'
import { matchesAtom, matchOfAuction } from '../../../session/cachedAuctions.ts'
import { sessionAtom } from '../../../session/session.ts'
import { useAtomValue, useSetAtom } from '../../../store/store.ts'
import { markSeenAtom } from '../match/triage.ts'
import { AuctionPage } from './AuctionPage.tsx'
import styles from './DetailScreen.module.css'
import { detailFailuresAtom, detailsAtom, loadDetailAtom } from './details.ts'

/** One auction: at once from what is loaded, then from the server. Clicked notifications lead here. */
export function DetailScreen() {
  const { id } = useParams({ from: '/{-$locale}/_app/auctions/$id' })
  const { t } = useLingui()
  const format = useFormat()
  const read = useAtomValue(detailsAtom).get(id)
  const failure = useAtomValue(detailFailuresAtom).get(id)
  const match = matchOfAuction(useAtomValue(matchesAtom), id)
  const { token } = useAtomValue(sessionAtom)
  const load = useSetAtom(loadDetailAtom)
  const markSeen = useSetAtom(markSeenAtom)
  const hasSession = token !== null

  useEffect(() => {
    if (!hasSession) return
    const leave = new AbortController()
    void load(id, leave.signal)
    return () => leave.abort()
  }, [id, hasSession, load])

  const isNew = match?.state === 'new'
  useEffect(() => {
    if (isNew) markSeen(id)
  }, [id, isNew, markSeen])

  const auction = read?.auction ?? (match && known(match))
  const retry = () => void load(id)
  return (
    <div className={styles.detail}>
      <ButtonLink to="/auctions" search={true} look="quiet" icon="back" activeOptions={{ exact: true }}>
        {t`All auctions`}
      </ButtonLink>
      {auction && failure && read && (
        <Notice>{t`Could not be refreshed. This is as of ${format.moment(read.fetchedAt)}.`}</Notice>
      )}
      {auction && failure && !read && <Notice>{t`Details cannot be loaded now. This is what the list knows.`}</Notice>}
      {auction && <AuctionPage key={id} auction={auction} match={match} isWhole={read !== undefined} />}
      {!auction && failure === 'not_found' && (
        <EmptyState
          icon="search"
          title={t`This auction is not kept any more`}
        >{t`Marketplaces limit how long ended auctions may be kept.`}</EmptyState>
      )}
      {!auction && failure && failure !== 'not_found' && <ErrorState code={failure} onRetry={retry} />}
      {!auction && !failure && <Skeleton rows={3} height="card" />}
    </div>
  )
}

/** An auction as the inbox knows it, shown while the full one loads. */
function known({ auction }: Match): AuctionDetail {
  return { ...auction, priceHistory: [], related: [] }
}
