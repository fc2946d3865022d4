import { Plural, useLingui } from '@lingui/react/macro'
import type { Auction } from '../../../../contract/auction.ts'
import { Link } from '../../../components/Link.tsx'
import { useFormat } from '../../../i18n/format.ts'
import { Price, SourceName } from '../../listings/index.ts'
import pageStyles from './AuctionPage.module.css'

/** Earlier or other listings of the same item. */
export function Related({ auctions }: { auctions: readonly Auction[] }) {
  const { t } = useLingui()
  const format = useFormat()
  if (auctions.length === 0) return null
  return (
    <section className={pageStyles.section}>
      <h2>{t`Listed before or elsewhere`}</h2>
      <p>
        <Plural value={auctions.length} one="# other listing of the same thing" other="# other listings of the same thing" />
      </p>
      <ul>
        {auctions.map((auction) => (
          <li key={auction.id}>
            <Link to="/auctions/$id" params={(before) => ({ ...before, id: auction.id })} search={true}>
              {auction.title}
            </Link>{' '}
            · <Price auction={auction} /> · {format.day(auction.firstSeenAt)} · <SourceName id={auction.marketplace} />
          </li>
        ))}
      </ul>
    </section>
  )
}
