import { useLingui } from '@lingui/react/macro'
import type { Fix } from '../../../../contract/explain.ts'
import { useFormat } from '../../../i18n/format.ts'
import { unknownText } from '../../../i18n/unknowns.ts'
import { useDuration } from '../../../i18n/useDuration.ts'
import { useLabel } from '../../../i18n/useLabel.ts'
import { useAtomValue } from '../../../store/store.ts'
import { filterOptions, namedMarketplacesAtom } from '../../marketplaces/index.ts'

/** The label of a fix's button. */
export function useFixText(): (fix: Fix) => string {
  const { t, i18n } = useLingui()
  const format = useFormat()
  const label = useLabel()
  const duration = useDuration()
  const options = useAtomValue(filterOptions.atom).value
  const names = useAtomValue(namedMarketplacesAtom)
  const list = (words: readonly string[]) => new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(words)

  const add = (name: string | undefined, unnamed: string) => (name === undefined ? unnamed : t`Add ${name}`)
  const withDropped = (change: string, words: readonly string[]) =>
    words.length > 0 ? t`${change}; drop ${list(words)}` : change

  return ({ kind, criterion, values = [], change }) => {
    const [first = ''] = values
    const { price, location } = change
    const money = (amount: number | undefined) => format.money({ amount: amount ?? 0, currency: price?.currency ?? 'EUR' })
    switch (kind) {
      case 'dropWords':
        return t`Drop ${list(values)}`
      case 'searchDescriptions':
        return withDropped(t`Look in descriptions too`, values)
      case 'widenWords':
        return withDropped(change.wordMatch === 'forms' ? t`Also other word forms` : t`Also inside compounds`, values)
      case 'addMarketplace':
        return add(names.get(first)?.name, t`Add this marketplace`)
      case 'addBuyingOption':
        return add(label(options?.buyingOptions, first), t`Add this way of buying`)
      case 'addCondition':
        return add(label(options?.conditions, first), t`Add this condition`)
      case 'addCategory':
        return add(label(options?.categories, first), t`Add this category`)
      case 'raisePrice':
        return t`Raise the price to ${money(price?.max)}`
      case 'lowerPrice':
        return t`Lower the price to ${money(price?.min)}`
      case 'raiseBids':
        return t`Allow ${format.number(change.maxBids ?? 0)} bids`
      case 'widenRadius':
        return t`Widen to ${format.unit(location?.radiusKm ?? 0, 'kilometer')}`
      case 'addSeller':
        return t`Add ${first}`
      case 'unblockSeller':
        return t`Unblock ${first}`
      case 'extendEnd':
        return t`Ends within ${duration(change.endsWithinMinutes ?? 0)}`
      case 'dropCriterion':
        return t`Do without this criterion`
      case 'allowUnknown':
        return t`Show such auctions with a badge`
      case 'excludeWord':
        return t`Exclude “${first}”`
      case 'blockSeller':
        return t`Block ${first}`
      case 'excludeUnknown':
        return t`Leave out: ${i18n._(unknownText[criterion])}`
    }
  }
}
