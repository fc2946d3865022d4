import { useLingui } from '@lingui/react/macro'
import type { PricePoint } from '../../../contract/auction.ts'
import { useFormat } from '../../i18n/format.ts'
import styles from './PriceChart.module.css'

const WIDTH = 320
const HEIGHT = 96
const MARGIN = 6

type Points = readonly PricePoint[]

/** A price holds until the next one, so the line has steps, not slopes. */
function stepsOf(points: Points, until: number): string {
  const times = points.map(({ at }) => Date.parse(at))
  const amounts = points.map(({ price }) => price.amount)
  const [first = 0] = times
  const span = Math.max(1, until - first)
  const low = Math.min(...amounts)
  const range = Math.max(1, Math.max(...amounts) - low)
  const x = (time: number) => MARGIN + ((time - first) / span) * (WIDTH - 2 * MARGIN)
  const y = (amount: number) => HEIGHT - MARGIN - ((amount - low) / range) * (HEIGHT - 2 * MARGIN)
  const steps = amounts.map((amount, index) => {
    const at = x(times[index] ?? first)
    return index === 0 ? `M${at},${y(amount)}` : `H${at}V${y(amount)}`
  })
  return `${steps.join('')}H${x(until)}`
}

/** The price history as a line, and as a table for screen readers and exact figures. */
export function PriceChart({ points, until }: { points: Points; until: number }) {
  const { t } = useLingui()
  const format = useFormat()
  const first = points[0]
  const last = points.at(-1)
  if (!first || !last) return <p className={styles.none}>{t`No price has been seen yet.`}</p>
  const from = format.money(first.price)
  const to = format.money(last.price)
  return (
    <figure className={styles.chart}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={t`Price from ${from} to ${to}`} className={styles.line}>
        <path d={stepsOf(points, until)} />
      </svg>
      <figcaption className={styles.ends}>
        <span>
          {format.day(first.at)} · {from}
        </span>
        <span>{to}</span>
      </figcaption>
      <details>
        <summary>{t`All prices`}</summary>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t`Time`}</th>
              <th scope="col">{t`Price`}</th>
              <th scope="col">{t`Bids`}</th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ at, price, bidCount }) => (
              <tr key={at}>
                <td>{format.moment(at)}</td>
                <td>{format.money(price)}</td>
                <td>{bidCount ?? '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
