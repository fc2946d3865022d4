import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { AuctionExplanation, ExplainedCriterion } from '../../../../contract/explain.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useLabel } from '../../../i18n/useLabel.ts'
import { useAtomValue } from '../../../store/store.ts'
import { filterOptions, namedMarketplacesAtom } from '../../marketplaces/index.ts'

type Auction = AuctionExplanation['auction']

/** The auction's data that a criterion was judged by, in words; empty if there is none. */
export function useFactText(): (explained: ExplainedCriterion, auction: Auction) => string | undefined {
  const { t, i18n } = useLingui()
  const format = useFormat()
  const label = useLabel()
  const options = useAtomValue(filterOptions.atom).value
  const names = useAtomValue(namedMarketplacesAtom)
  const list = (words: readonly string[]) => new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(words)

  return ({ criterion, verdict, detail }, auction) => {
    if (verdict === 'unknown') {
      if (detail.policy === 'exclude') return t`The marketplace does not say; your filter leaves such auctions out.`
      return t`The marketplace does not say; your filter shows such auctions all the same.`
    }
    switch (criterion) {
      case 'keywords': {
        const { missing = [], excludedBy = [] } = detail
        const said = [
          ...(missing.length > 0 ? [t`not found: ${list(missing)}`] : []),
          ...(excludedBy.length > 0 ? [t`found, though excluded: ${list(excludedBy)}`] : []),
        ]
        return said.length > 0 ? said.join('; ') : undefined
      }
      case 'marketplace':
        return names.get(auction.marketplace)?.name
      case 'buyingOption':
        return list(auction.buyingOptions.map((id) => label(options?.buyingOptions, id)).filter((name) => name !== undefined))
      case 'condition':
        return auction.condition && label(options?.conditions, auction.condition)
      case 'category':
        return auction.category && label(options?.categories, auction.category.id)
      case 'price':
        return detail.amount && format.money(detail.amount)
      case 'bids': {
        const bidCount = auction.bidCount ?? 0
        return t`${plural(bidCount, { 0: 'no bids', one: '# bid', other: '# bids' })}`
      }
      case 'location': {
        const place = auction.location?.place ?? auction.location?.zip
        const distance = detail.distanceKm === undefined ? undefined : format.unit(Math.ceil(detail.distanceKm), 'kilometer')
        return [place, distance && t`${distance} away`].filter(Boolean).join(', ')
      }
      case 'shipping':
        if (auction.shipsTo?.length === 0) return t`pick-up only`
        return (
          auction.shipsTo && t`sent to ${list(auction.shipsTo.map((id) => label(options?.countries, id) ?? format.country(id)))}`
        )
      case 'seller':
        return auction.seller?.name
      case 'commercial':
        return auction.seller?.commercial ? t`commercial sellers` : t`private sellers`
      case 'end':
        return auction.endsAt ? t`ends ${format.moment(auction.endsAt)}` : t`has no end`
    }
  }
}
