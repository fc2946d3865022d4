import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { errorText } from '../../../i18n/texts.ts'
import type { Explained } from './explain.ts'

const marketplaceUnknown = msg`This link leads to no marketplace that is watched here.`
const notALink = msg`This is not a link to an auction.`

/** Why there is no explanation. */
export function failureText({ code, linkFault }: Extract<Explained, { kind: 'failed' }>): MessageDescriptor {
  if (linkFault !== undefined) return linkFault === 'marketplace_unknown' ? marketplaceUnknown : notALink
  return errorText(code)
}
