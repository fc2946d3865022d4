import { useLingui } from '@lingui/react/macro'
import type { Auction } from '../../../../contract/auction.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useLabel } from '../../../i18n/useLabel.ts'
import { useAtomValue } from '../../../store/store.ts'
import { filterOptions } from '../../marketplaces/index.ts'
import styles from './DetailFacts.module.css'

/** The auction's data as a list. Unknown facts are left out, except those that determine the price. */
export function DetailFacts({ auction }: { auction: Auction }) {
  const { t } = useLingui()
  const format = useFormat()
  const label = useLabel()
  const options = useAtomValue(filterOptions.atom).value
  const { shipping, pickup, shipsTo, buyersPremium, condition, category, seller, location, endsAt, startsAt } = auction

  const shippingText = () => {
    if (shipping) return shipping.amount === 0 ? t`free` : format.money(shipping)
    if (shipsTo?.length === 0 || pickup) return t`pick-up only`
    return t`unknown`
  }
  const country = location?.country && format.country(location.country)
  const place = [location?.zip, location?.place].filter(Boolean).join(' ')
  const kind = seller?.commercial === undefined ? undefined : seller.commercial ? t`commercial` : t`private`
  const rating = seller?.rating === undefined ? undefined : format.unit(seller.rating, 'percent')
  const facts: readonly (readonly [string, string | undefined])[] = [
    [t`Shipping`, shippingText()],
    [t`Buyer's premium`, buyersPremium === undefined ? undefined : format.unit(buyersPremium, 'percent')],
    [t`Buy now`, auction.buyNowPrice && format.money(auction.buyNowPrice)],
    [t`Starting price`, auction.startPrice && format.money(auction.startPrice)],
    [t`Condition`, condition && label(options?.conditions, condition)],
    [t`Category`, category && label(options?.categories, category.id)],
    [t`Seller`, [seller?.name, rating, kind].filter(Boolean).join(' · ') || undefined],
    [t`Place`, [place, country].filter(Boolean).join(', ') || undefined],
    [t`Ends`, endsAt && (auction.endPrecision === 'day' ? format.day(endsAt) : format.moment(endsAt))],
    [t`Started`, startsAt && format.moment(startsAt)],
    [t`First seen here`, format.moment(auction.firstSeenAt)],
  ]
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) =>
        value === undefined ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}
