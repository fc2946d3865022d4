import { useLingui } from '@lingui/react/macro'
import { memo } from 'react'
import type { Match } from '../../../../contract/match.ts'
import { Button } from '../../../components/Button.tsx'
import { Highlighted } from '../../../components/Highlighted.tsx'
import { Link } from '../../../components/Link.tsx'
import { useFormat } from '../../../i18n/format.ts'
import { Bids, Clock, Picture, PlaceLine, Price, SourceName } from '../../listings/index.ts'
import { MatchBadges } from './MatchBadges.tsx'
import styles from './MatchRow.module.css'
import { useIsWide } from './useIsWide.ts'
import { useSwipe } from './useSwipe.ts'
import type { Triage } from './useTriage.ts'

type MatchRowProps = {
  match: Match
  isOpen: boolean
  /** Heading level of the title. */
  level: 2 | 3
  onTriage: Triage
}

/** One match as a row: picture, title with matching words, price, clock, place, and the buttons to save and hide. */
export const MatchRow = memo(function MatchRow({ match, isOpen, level, onTriage }: MatchRowProps) {
  const { t } = useLingui()
  const format = useFormat()
  const { auction, state } = match
  const Title = `h${level}` as const
  const swipe = useSwipe({ onRight: () => onTriage(match, 'saved'), onLeft: () => onTriage(match, 'hidden') })
  const isWide = useIsWide()
  const words = match.highlights.filter(({ field }) => field === 'title')
  return (
    <article className={styles.row} data-new={state === 'new' || undefined} data-open={isOpen || undefined} {...swipe}>
      <div className={styles.picture}>
        <Picture src={auction.images[0]} />
      </div>
      <div className={styles.text}>
        <Title className={styles.title}>
          <Link
            to="/auctions/$id"
            params={(before) => ({ ...before, id: auction.id })}
            search={true}
            className={styles.link}
            // On wide pages it opens in a pane beside the list, which keeps its scroll position.
            resetScroll={!isWide}
          >
            <Highlighted text={auction.title} stretches={words} />
          </Link>
        </Title>
        <p className={styles.figures}>
          <Price auction={auction} />
          <Bids auction={auction} />
        </p>
        <p className={styles.facts}>
          {auction.endsAt && (
            <Clock endsAt={auction.endsAt} precision={auction.endPrecision} hasEnded={auction.status !== 'active'} />
          )}
          <PlaceLine match={match} />
          <SourceName id={auction.marketplace} />
        </p>
        <MatchBadges match={match} format={format} />
      </div>
      <div className={styles.actions}>
        <Button variant="quiet" icon="star" iconOnly pressed={state === 'saved'} onClick={() => onTriage(match, 'saved')}>
          {t`Save`}
        </Button>
        <Button variant="quiet" icon="hide" iconOnly pressed={state === 'hidden'} onClick={() => onTriage(match, 'hidden')}>
          {t`Hide`}
        </Button>
      </div>
    </article>
  )
})
