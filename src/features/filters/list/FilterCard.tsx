import { useLingui } from '@lingui/react/macro'
import type { Filter } from '../../../../contract/filter.ts'
import { CHANNELS } from '../../../../contract/vocabulary/kinds.ts'
import { Button, ButtonLink } from '../../../components/Button.tsx'
import { Badge } from '../../../components/Chip.tsx'
import { Check } from '../../../components/Field.tsx'
import { Link } from '../../../components/Link.tsx'
import { useNow } from '../../../components/now.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useSetAtom } from '../../../store/store.ts'
import { channelText } from '../../notifications/index.ts'
import { switchFilterAtom } from '../edit.ts'
import { useSentence } from '../useSentence.ts'
import { DeleteFilter } from './DeleteFilter.tsx'
import styles from './FilterCard.module.css'
import { FilterFeeds } from './FilterFeeds.tsx'
import { KeywordChips } from './KeywordChips.tsx'
import { SnoozeMenu } from './SnoozeMenu.tsx'

/** One filter: its criteria, its matches, and whether it is on. */
export function FilterCard({ filter }: { filter: Filter }) {
  const { t, i18n } = useLingui()
  const format = useFormat()
  const sentence = useSentence()
  const now = useNow()
  const change = useSetAtom(switchFilterAtom)
  const { id, name, enabled, snoozedUntil, pausedByPlan, matchCount, matchCount24h, lastMatchAt } = filter
  const isSnoozed = snoozedUntil !== undefined && Date.parse(snoozedUntil) > now
  const channels = CHANNELS.filter((channel) => filter.notify.channels[channel])
  const figures = [
    t`${format.number(matchCount24h)} in 24 hours`,
    t`${format.number(matchCount)} in all`,
    lastMatchAt ? t`last ${format.relative(lastMatchAt, now)}` : t`none yet`,
  ]
  return (
    <article className={styles.card} data-off={!enabled || isSnoozed || pausedByPlan || undefined}>
      <header className={styles.head}>
        <h2>
          <Link to="/auctions" search={{ segment: 'new', filter: id }}>
            {name}
          </Link>
        </h2>
        <Check
          variant="switch"
          label={<span className="visuallyHidden">{t`Watch with ${name}`}</span>}
          checked={enabled && !pausedByPlan}
          disabled={pausedByPlan}
          onChange={(isOn) => void change(id, { enabled: isOn })}
        />
      </header>
      <KeywordChips keywords={filter.keywords} />
      <p>{sentence(filter)}</p>
      <p className={styles.figures}>{figures.join(' · ')}</p>
      <p className={styles.badges}>
        {channels.map((channel) => (
          <Badge key={channel} icon="bell">
            {i18n._(channelText[channel])}
          </Badge>
        ))}
        {!enabled && <Badge icon="pause">{t`Off`}</Badge>}
        {isSnoozed && <Badge icon="clock">{t`Snoozed until ${format.moment(snoozedUntil)}`}</Badge>}
        {pausedByPlan && (
          <Badge tone="unsure" icon="pause">
            {t`Paused: more filters than your plan holds`}
          </Badge>
        )}
      </p>
      <div className={styles.actions}>
        <ButtonLink to="/filters/create" search={{ from: id }} variant="quiet" icon="edit">
          {t`Edit`}
        </ButtonLink>
        <ButtonLink to="/filters/create" search={{ from: id, copy: true }} variant="quiet" icon="copy">
          {t`Duplicate`}
        </ButtonLink>
        {isSnoozed ? (
          <Button variant="quiet" icon="clock" onClick={() => void change(id, { snoozedUntil: null })}>
            {t`Wake up`}
          </Button>
        ) : (
          <SnoozeMenu onSnooze={(until) => void change(id, { snoozedUntil: until })} />
        )}
        <FilterFeeds filter={filter} />
        <DeleteFilter filter={filter} />
      </div>
    </article>
  )
}
