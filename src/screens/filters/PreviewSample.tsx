import { useLingui } from '@lingui/react/macro'
import type { Auction } from '../../../contract/auction.ts'
import { Picture } from '../../components/Picture.tsx'
import { Price } from '../auctions/Price.tsx'
import { SourceName } from '../auctions/SourceName.tsx'
import styles from './PreviewSample.module.css'

/** Some of what it would have found. */
export function PreviewSample({ auctions }: { auctions: readonly Auction[] }) {
  const { t } = useLingui()
  if (auctions.length === 0) return null
  return (
    <ul className={styles.sample} aria-label={t`Examples of what it finds`}>
      {auctions.map((auction) => (
        <li key={auction.id}>
          <div className={styles.picture}>
            <Picture src={auction.images[0]} />
          </div>
          <div>
            <p>{auction.title}</p>
            <p className={styles.facts}>
              <Price auction={auction} /> <SourceName id={auction.marketplace} />
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
