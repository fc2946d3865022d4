import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Criterion } from '../../contract/filter.ts'

/** The badge of a criterion that the marketplace's data cannot decide. */
export const unknownText: Readonly<Record<Criterion, MessageDescriptor>> = {
  keywords: msg`words unknown`,
  marketplace: msg`marketplace unknown`,
  buyingOption: msg`way of buying unknown`,
  condition: msg`condition unknown`,
  category: msg`category unknown`,
  price: msg`price unknown`,
  bids: msg`bids unknown`,
  location: msg`place unknown`,
  shipping: msg`shipping unknown`,
  seller: msg`seller unknown`,
  commercial: msg`seller's kind unknown`,
  end: msg`end unknown`,
}
