import { useLingui } from '@lingui/react/macro'
import type { Match } from '../../../../contract/match.ts'
import { Badge } from '../../../components/Chip.tsx'
import type { Format } from '../../../i18n/format.ts'
import { unknownText } from '../../../i18n/unknowns.ts'
import styles from './MatchBadges.module.css'

/** Badges: new, price changed, and criteria that could not be decided. */
export function MatchBadges({ match, format }: { match: Match; format: Format }) {
  const { t, i18n } = useLingui()
  const change = match.events.findLast(({ kind }) => kind === 'priceChange')
  const share = change?.from && change.to && change.from.amount > 0 ? change.to.amount / change.from.amount - 1 : 0
  const percent = format.change(share)
  const isOver = match.auction.status !== 'active'
  if (match.state !== 'new' && share === 0 && match.flags.length === 0 && !isOver) return null
  return (
    <p className={styles.badges}>
      {match.state === 'new' && (
        <Badge tone="fresh" icon="bell">
          {t`New`}
        </Badge>
      )}
      {share < 0 && (
        <Badge tone="drop" icon="down">
          {t`Price drop ${percent}`}
        </Badge>
      )}
      {share > 0 && <Badge icon="up">{t`Price ${percent}`}</Badge>}
      {match.flags.map((criterion) => (
        <Badge key={criterion} tone="unsure" icon="unsure">
          {i18n._(unknownText[criterion])}
        </Badge>
      ))}
      {match.auction.status === 'gone' && <Badge icon="hide">{t`No longer listed`}</Badge>}
    </p>
  )
}
