import { Trans, useLingui } from '@lingui/react/macro'
import type { Auction } from '../../../contract/auction.ts'
import { useIsOnline } from '../../install/online.ts'
import { Clock, Picture, Price, SourceName } from '../listings/index.ts'
import styles from './LandingScreen.module.css'

/** Running auctions at the time the server rendered the page. */
export function RunningStrip({ auctions }: { auctions: readonly Auction[] }) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  return (
    <section className={styles.section}>
      <h2>{isOnline ? <Trans>Running right now</Trans> : <Trans>Running when this page was loaded</Trans>}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, and the keyboard must be able to do that too. */}
      <ul className={styles.strip} tabIndex={0} aria-label={t`Running auctions`}>
        {auctions.map((auction) => (
          <li key={auction.id}>
            <Picture src={auction.images[0]} />
            <h3>{auction.title}</h3>
            <Price auction={auction} />
            <p className={styles.facts}>
              {auction.endsAt && <Clock endsAt={auction.endsAt} precision={auction.endPrecision} />}
              <SourceName id={auction.marketplace} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
