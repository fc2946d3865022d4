import { useLingui } from '@lingui/react/macro'
import type { AuctionDetail } from '../../../../contract/auction.ts'
import type { Match } from '../../../../contract/match.ts'
import { ExternalLink } from '../../../components/Button.tsx'
import { Heading } from '../../../components/Heading.tsx'
import { Highlighted } from '../../../components/Highlighted.tsx'
import { useFormat } from '../../../i18n/format.ts'
import { Bids, Clock, Price, PriceChart, SourceName } from '../../listings/index.ts'
import { Ledger } from '../../notifications/index.ts'
import { MatchBadges } from '../match/MatchBadges.tsx'
import styles from './AuctionPage.module.css'
import { DetailActions } from './DetailActions.tsx'
import { DetailFacts } from './DetailFacts.tsx'
import { Gallery } from './Gallery.tsx'
import { Related } from './Related.tsx'
import { WhyMatched } from './WhyMatched.tsx'

type AuctionPageProps = {
  auction: AuctionDetail
  match: Match | undefined
  /** Whether the full auction is loaded. The list's version has no price history. */
  isWhole: boolean
}

/** Everything known about an auction. Text from marketplaces is rendered as plain text. */
export function AuctionPage({ auction, match, isWhole }: AuctionPageProps) {
  const { t } = useLingui()
  const format = useFormat()
  const highlights = match?.highlights ?? []
  const inField = (field: 'title' | 'description') => highlights.filter((highlight) => highlight.field === field)
  const chartEnd = auction.status === 'active' ? Date.now() : Date.parse(auction.lastSeenAt)
  // An empty history with a known price means that the history is unknown, not that there was no price.
  const isPriceHistoryKnown = isWhole && (auction.priceHistory.length > 0 || auction.price === undefined)
  return (
    <article className={styles.page}>
      <Heading className={styles.title}>
        <Highlighted text={auction.title} stretches={inField('title')} />
      </Heading>
      <p className={styles.source}>
        <SourceName id={auction.marketplace} />
      </p>
      <Gallery images={auction.images} title={auction.title} />
      <div className={styles.figures}>
        <p className={styles.price}>
          <Price auction={auction} /> <Bids auction={auction} />
        </p>
        {auction.endsAt && (
          <Clock endsAt={auction.endsAt} precision={auction.endPrecision} hasEnded={auction.status !== 'active'} />
        )}
      </div>
      {match && <MatchBadges match={match} format={format} />}
      <p className={styles.open}>
        <ExternalLink href={auction.url} variant="main">
          {t`Open at the marketplace`}
        </ExternalLink>
      </p>
      <DetailActions auction={auction} match={match} />
      {isPriceHistoryKnown && (
        <section className={styles.section}>
          <h2>{t`Price history`}</h2>
          <PriceChart points={auction.priceHistory} until={chartEnd} />
        </section>
      )}
      <DetailFacts auction={auction} />
      {auction.description && (
        <section className={styles.section}>
          <h2>{t`Description`}</h2>
          <p className={styles.description}>
            <Highlighted text={auction.description} stretches={inField('description')} />
          </p>
        </section>
      )}
      {match && <WhyMatched match={match} />}
      {match && <Ledger matchId={match.id} />}
      <Related auctions={auction.related} />
    </article>
  )
}
