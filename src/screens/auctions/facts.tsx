/** Small facts of an auction, each shown only when the marketplace says it. */
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Auction } from '../../../contract/auction.ts'
import type { Match } from '../../../contract/match.ts'
import { Badge } from '../../components/Chip.tsx'
import { useFormat } from '../../components/format.ts'
import { Icon } from '../../components/Icon.tsx'
import { cachedFiltersAtom } from '../../state/cachedFilters.ts'
import { centreOf, distanceTo } from '../../state/inbox/distance.ts'
import { namedMarketplacesAtom } from '../../state/marketplaceNames.ts'
import { useValue } from '../../state/store.ts'
import styles from './facts.module.css'

/** The price in its own currency, and what it comes to with shipping and premium where that is known and differs. */
export function Price({ auction: { price, totalPrice } }: { auction: Auction }) {
  const format = useFormat()
  if (!price) {
    return (
      <span className={styles.unknown}>
        <Trans>Price unknown</Trans>
      </span>
    )
  }
  const total = totalPrice && totalPrice.amount !== price.amount ? format.money(totalPrice) : undefined
  return (
    <span className={styles.money}>
      <strong className={styles.price}>{format.money(price)}</strong>
      {total && (
        <span className={styles.total}>
          <Trans>{total} in total</Trans>
        </span>
      )}
    </span>
  )
}

export function Bids({ auction: { bidCount } }: { auction: Auction }) {
  if (bidCount === undefined) return null
  return (
    <span className={styles.total}>
      <Plural value={bidCount} _0="no bids" one="# bid" other="# bids" />
    </span>
  )
}

/** Where it is, and how far from the filter's place. */
export function PlaceLine({ match }: { match: Match }) {
  const { t } = useLingui()
  const format = useFormat()
  const filters = useValue(cachedFiltersAtom)
  const { location } = match.auction
  const place = location?.place ?? location?.country
  if (!place) return null
  const km = distanceTo(location, centreOf(match, filters))
  const distance = km === undefined ? undefined : format.unit(Math.round(km), 'kilometer')
  return (
    <span className={styles.place}>
      <Icon name="place" />
      <span>{distance ? t`${place}, ${distance}` : place}</span>
    </span>
  )
}

/** The marketplace's name; a simulated one is labelled wherever it shows. */
export function SourceName({ id }: { id: string }) {
  const marketplace = useValue(namedMarketplacesAtom).get(id)
  const isDemo = marketplace?.demo ?? id.startsWith('demo')
  return (
    <span className={styles.source}>
      {marketplace?.name ?? id}
      {isDemo && (
        <Badge>
          <Trans>Demo</Trans>
        </Badge>
      )}
    </span>
  )
}
