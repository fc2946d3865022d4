import { Trans, useLingui } from '@lingui/react/macro'
import { Badge } from '../../components/Chip.tsx'
import { Highlighted } from '../../components/Highlighted.tsx'
import { useFormat } from '../../i18n/format.ts'
import styles from './LandingScreen.module.css'

/** Sample alerts with made-up lots, labelled as such: the prerendered page must be correct without a server. */
export function SampleStrip() {
  const { t } = useLingui()
  const format = useFormat()
  const hours = (count: number) => t`ends in ${format.unit(count, 'hour')}`
  const lots = [
    { title: 'Leica M3, Summicron 50/2', word: 'Leica', price: 82_000, now: hours(3), drop: undefined },
    { title: 'Thonet S 43', word: 'Thonet', price: 14_500, now: hours(9), drop: -0.12 },
    { title: 'GeForce RTX 3080 10 GB', word: 'RTX 3080', price: 31_900, now: t`listed just now`, drop: undefined },
    { title: 'Rolleiflex 2.8F Planar', word: 'Rollei', price: 64_000, now: hours(1), drop: undefined },
  ]
  return (
    <section className={styles.section}>
      <h2>
        <Trans>What an alert looks like</Trans>
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, and the keyboard must be able to do that too. */}
      <ul className={styles.strip} tabIndex={0} aria-label={t`Examples, made up`}>
        {lots.map(({ title, word, price, now, drop }) => (
          <li key={title}>
            <h3>
              <Highlighted text={title} stretches={[{ start: title.indexOf(word), end: title.indexOf(word) + word.length }]} />
            </h3>
            <strong>{format.money({ amount: price, currency: 'EUR' })}</strong>
            <p className={styles.facts}>
              {now}
              {drop !== undefined && (
                <Badge tone="drop" icon="down">
                  {t`Price drop ${format.change(drop)}`}
                </Badge>
              )}
              <Badge>
                <Trans>Demo</Trans>
              </Badge>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
