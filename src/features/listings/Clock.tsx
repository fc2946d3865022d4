import { useLingui } from '@lingui/react/macro'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../contract/time.ts'
import { Icon } from '../../components/Icon.tsx'
import { useNow } from '../../components/now.ts'
import { useFormat } from '../../i18n/format.ts'
import { CLOCK_URGENT_MS } from '../../limits.ts'
import styles from './Clock.module.css'

const two = (value: number) => String(value).padStart(2, '0')

type ClockProps = { endsAt: string; precision?: 'exact' | 'day' | undefined; hasEnded?: boolean }

/** The time left of an auction; seconds show only in the last hour. Changes are not announced; the exact end is in the title. */
export function Clock({ endsAt, precision = 'exact', hasEnded = false }: ClockProps) {
  const end = Date.parse(endsAt)
  const isNear = end - Date.now() < CLOCK_URGENT_MS
  const now = useNow(isNear ? 'second' : 'minute')
  const { t } = useLingui()
  const format = useFormat()
  const left = end - now
  const isUrgent = left > 0 && left < CLOCK_URGENT_MS && precision === 'exact' && !hasEnded

  const text = () => {
    if (hasEnded || left <= 0) return t`Ended ${format.relative(end, now)}`
    if (precision === 'day') return t`Ends on ${format.day(end)}`
    const days = Math.floor(left / DAY_MS)
    const hours = Math.floor((left % DAY_MS) / HOUR_MS)
    const minutes = Math.floor((left % HOUR_MS) / MINUTE_MS)
    if (days > 0) return t`${days} d ${hours} h`
    if (hours > 0) return t`${hours} h ${minutes} min`
    return `${minutes}:${two(Math.floor((left % MINUTE_MS) / SECOND_MS))} min`
  }

  return (
    <time className={styles.clock} dateTime={endsAt} title={format.moment(end)} data-urgent={isUrgent || undefined}>
      <Icon name="clock" />
      <span>{text()}</span>
    </time>
  )
}
