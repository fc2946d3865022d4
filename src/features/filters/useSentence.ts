import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import type { FilterCriteria, FilterDraft } from '../../../contract/filter.ts'
import { useFormat } from '../../i18n/format.ts'
import { useDuration } from '../../i18n/useDuration.ts'
import { useLabel } from '../../i18n/useLabel.ts'
import { useAtomValue } from '../../store/store.ts'
import { filterOptions, namedMarketplacesAtom } from '../marketplaces/index.ts'

type Criteria = FilterCriteria | FilterDraft

/** A filter's criteria other than its keywords, in one sentence. */
export function useSentence(): (criteria: Criteria) => string {
  const { t, i18n } = useLingui()
  const format = useFormat()
  const label = useLabel()
  const duration = useDuration()
  const options = useAtomValue(filterOptions.atom).value
  const names = useAtomValue(namedMarketplacesAtom)

  return useCallback(
    (criteria) => {
      const either = new Intl.ListFormat(i18n.locale, { type: 'disjunction' })
      /** Lists the names, or gives their number if one is unknown. */
      const named = (names: readonly (string | undefined)[], number: string) =>
        names.every((name) => name !== undefined) ? either.format(names) : number
      const {
        marketplaces,
        buyingOptions,
        conditions,
        categories,
        price,
        location,
        maxBids,
        shippingTo,
        commercial,
        endsWithinMinutes,
      } = criteria
      const phrases: (string | false | undefined)[] = [
        marketplaces.length > 0 &&
          t`on ${named(
            marketplaces.map((id) => names.get(id)?.name),
            t`${plural(marketplaces.length, { one: '# marketplace', other: '# marketplaces' })}`,
          )}`,
        buyingOptions.length > 0 &&
          named(
            buyingOptions.map((id) => label(options?.buyingOptions, id)),
            t`${plural(buyingOptions.length, { one: '# way of buying', other: '# ways of buying' })}`,
          ),
        categories.length > 0 &&
          t`in ${named(
            categories.map((id) => label(options?.categories, id)),
            t`${plural(categories.length, { one: '# category', other: '# categories' })}`,
          )}`,
        conditions.length > 0 &&
          named(
            conditions.map((id) => label(options?.conditions, id)),
            t`${plural(conditions.length, { one: '# condition', other: '# conditions' })}`,
          ),
        price && priceText(price),
        location && t`within ${format.unit(location.radiusKm, 'kilometer')} of ${placeText(location)}`,
        shippingTo && t`sent to ${label(options?.countries, shippingTo) ?? format.country(shippingTo)}`,
        commercial === true && t`commercial sellers`,
        commercial === false && t`private sellers`,
        maxBids !== undefined && t`at most ${format.number(maxBids)} bids`,
        endsWithinMinutes !== undefined && t`ending within ${duration(endsWithinMinutes)}`,
      ]
      const said = phrases.filter(Boolean)
      return said.length === 0 ? t`Everywhere, at any price` : said.join(', ')

      function priceText({ min, max, currency, of }: NonNullable<Criteria['price']>): string {
        const money = (amount: number) => format.money({ amount, currency })
        const range =
          min !== undefined && max !== undefined
            ? t`${money(min)} to ${money(max)}`
            : min !== undefined
              ? t`from ${money(min)}`
              : t`up to ${money(max ?? 0)}`
        return of === 'totalPrice' ? t`${range} in total` : range
      }
    },
    [t, i18n.locale, format, label, duration, options, names],
  )
}

const placeText = (location: { zip: string; name?: string }) =>
  location.name ? `${location.zip} ${location.name}` : location.zip
