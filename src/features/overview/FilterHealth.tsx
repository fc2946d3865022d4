import { useLingui } from '@lingui/react/macro'
import { Suspense, useMemo, useState } from 'react'
import type { Filter } from '../../../contract/filter.ts'
import type { Match } from '../../../contract/match.ts'
import { DAY_MS } from '../../../contract/time.ts'
import { BarChart } from '../../components/BarChart.tsx'
import { Button } from '../../components/Button.tsx'
import { Link } from '../../components/Link.tsx'
import { useNow } from '../../components/now.ts'
import { useFormat } from '../../i18n/format.ts'
import { AlertReport, FilterAlerts } from '../notifications/index.ts'
import styles from './OverviewScreen.module.css'

const DAYS = 14

/** Few enough to see at a glance; the others can be expanded. */
const SHOWN_AT_FIRST = 4

type FilterHealthProps = {
  filters: readonly Filter[]
  matches: readonly Match[]
  /** Whether there are older matches than these. */
  isCut: boolean
}

/** Each filter with its matches of the last two weeks, its state and its alerts' outcomes. Problems first, then new matches. */
export function FilterHealth({ filters, matches, isCut }: FilterHealthProps) {
  const { t } = useLingui()
  const format = useFormat()
  const now = useNow()
  const [isAll, setAll] = useState(false)
  const ordered = useMemo(() => filters.toSorted(byUrgency), [filters])
  const shown = isAll ? ordered : ordered.slice(0, SHOWN_AT_FIRST)
  const known = matches.length
  const period = isCut ? t`Matches of the last ${DAYS} days, among your newest ${known}` : t`Matches of the last ${DAYS} days`
  return (
    <section className={styles.section}>
      <h2>{t`Filters`}</h2>
      <ul className={styles.health}>
        {shown.map((filter) => {
          const { id, name, lastMatchAt } = filter
          const bars = daysOf(id, matches, now).map(({ day, count }) => ({
            key: String(day),
            value: count,
            label: `${format.day(day)}: ${format.number(count)}`,
          }))
          return (
            <li key={id}>
              <h3>
                <Link to="/auctions" search={{ segment: 'new', filter: id }}>
                  {name}
                </Link>
              </h3>
              <p className={styles.period}>{period}</p>
              <BarChart label={t`Matches of ${name} a day`} bars={bars} />
              <p>{stateOf(filter) ?? (lastMatchAt ? t`Last match ${format.relative(lastMatchAt, now)}` : t`No match yet`)}</p>
              <Suspense fallback={null}>
                <FilterAlerts filterId={id} />
              </Suspense>
            </li>
          )
        })}
      </ul>
      {!isAll && filters.length > SHOWN_AT_FIRST && (
        <p>
          <Button onClick={() => setAll(true)}>{t`Show all ${filters.length} filters`}</Button>
        </p>
      )}
      <Suspense fallback={null}>
        <AlertReport />
      </Suspense>
    </section>
  )

  function stateOf({ enabled, pausedByPlan, snoozedUntil }: Filter): string | undefined {
    if (!enabled) return t`Off`
    if (pausedByPlan) return t`Paused: more filters than your plan holds`
    if (snoozedUntil && Date.parse(snoozedUntil) > now) return t`Snoozed until ${format.moment(snoozedUntil)}`
    return undefined
  }
}

const isTroubled = ({ enabled, pausedByPlan }: Filter): boolean => enabled && pausedByPlan

function byUrgency(a: Filter, b: Filter): number {
  return Number(isTroubled(b)) - Number(isTroubled(a)) || (b.lastMatchAt ?? '').localeCompare(a.lastMatchAt ?? '')
}

/** How many of the loaded matches a filter had on each of the last days, oldest first. */
function daysOf(filterId: string, matches: readonly Match[], now: number): { day: number; count: number }[] {
  const counts = new Array<number>(DAYS).fill(0)
  for (const { filters, matchedAt } of matches) {
    const age = Math.floor((now - Date.parse(matchedAt)) / DAY_MS)
    if (age >= 0 && age < DAYS && filters.some(({ id }) => id === filterId))
      counts[DAYS - 1 - age] = (counts[DAYS - 1 - age] ?? 0) + 1
  }
  return counts.map((count, index) => ({ day: now - (DAYS - 1 - index) * DAY_MS, count }))
}
