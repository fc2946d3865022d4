import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Criterion } from '../../contract/filter.ts'

/** A criterion's name in lists. */
export const criterionText: Readonly<Record<Criterion, MessageDescriptor>> = {
  keywords: msg`Keywords`,
  marketplace: msg`Marketplaces`,
  buyingOption: msg`Ways of buying`,
  condition: msg`Condition`,
  category: msg`Category`,
  price: msg`Price`,
  bids: msg`Bids`,
  location: msg`Place and radius`,
  shipping: msg`Shipping`,
  seller: msg`Sellers`,
  commercial: msg`Private or commercial`,
  end: msg`End`,
}
