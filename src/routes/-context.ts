import type { I18n } from '@lingui/core'
import type { Marketplace } from '../../contract/marketplace.ts'
import type { Store } from '../store/store.ts'

/** The context of all routes. */
export type RouterContext = {
  i18n: I18n
  store: Store
  /** `https://host`, for absolute URLs. */
  origin: string
  /** The marketplaces, for pages rendered without an API. */
  marketplaces?: readonly Marketplace[]
}
