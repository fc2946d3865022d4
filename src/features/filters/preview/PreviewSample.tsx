import { useLingui } from '@lingui/react/macro'
import { Highlighted } from '../../../components/Highlighted.tsx'
import { Picture, Price, SourceName } from '../../listings/index.ts'
import styles from './PreviewSample.module.css'
import type { Preview } from './preview.ts'

/** Sample auctions that it would have found, with the matching words marked. */
export function PreviewSample({ auctions }: { auctions: Preview['sample'] }) {
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
            <p>
              <Highlighted text={auction.title} stretches={auction.highlights.filter(({ field }) => field === 'title')} />
            </p>
            <p className={styles.facts}>
              <Price auction={auction} /> <SourceName id={auction.marketplace} />
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
