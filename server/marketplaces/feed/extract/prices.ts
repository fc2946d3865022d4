import type { Listing } from '../../../../contract/auction.ts'
import type { Currency, Money } from '../../../../contract/money.ts'
import { findMoney, isFree, isNegotiable } from '../../../money/parse.ts'

export type FoundPrices = Pick<Listing, 'price' | 'buyNowPrice' | 'startPrice' | 'shipping'> & {
  /** The seller accepts offers. */
  readonly negotiable: boolean
}

type Role = 'price' | 'buyNow' | 'start' | 'shipping' | 'other'

/** How much text before and after an amount is searched for its meaning. */
const CONTEXT_CHARS = 40

// The text before an amount decides its role, and for shipping also the text after it. "Other" amounts are ignored.
const BEFORE: readonly (readonly [Role, RegExp])[] = [
  [
    'shipping',
    /(?:\+|(?<!\p{L})(?:zzgl\.?|plus|versand(?:kosten|gebühr(?:en)?)?|porto|lieferung|shipping|postage|delivery|p&p))[^\d\n,;!?]{0,20}$/iu,
  ],
  [
    'other',
    /(?<!\p{L})(?:schätz(?:preis|wert|ung)|taxe|estimated?|estimates?|est\.?|uvp|neupreis|np|rrp|msrp|statt|was|ersparnis|gebühr|fee|\p{L}*aufgeld|(?:buyer.s )?premium|kaution|deposit)(?!\p{L})[^\d\n,;!?]{0,20}$/iu,
  ],
  ['buyNow', /(?<!\p{L})(?:sofort-?\s?kauf(?:en|preis)?|buy\s?(?:it\s)?now)(?!\p{L})[^\d\n,;!?]{0,20}$/iu],
  [
    'start',
    /(?<!\p{L})(?:startpreis|start(?:gebot)?|mindestgebot|ausruf(?:preis)?|limit(?:preis)?|starting (?:bid|price)|opening bid|minimum bid)(?!\p{L})[^\d\n,;!?]{0,20}$/iu,
  ],
]
const AFTER: readonly (readonly [Role, RegExp])[] = [
  ['shipping', /^[^\d\n,;.()+]{0,12}?(?:versand|porto|lieferung|shipping|postage|delivery|p&p)/iu],
  ['other', /^[^\d\n,;.()]{0,6}?(?:uvp|neupreis|rrp|pro stück|each|\/)/iu],
]
const BUY_NOW_ALONE = /\((?:sofort-?\s?kaufen|buy it now)/iu
const FREE_SHIPPING =
  /(?<!kein |keine |keinen |nicht |no |not |ohne )(?<!\p{L})(?:kostenlose[rn]?|gratis|free|freier?)\s?-?\s?(?:versand|lieferung|shipping|postage|delivery|p&p)|versand(?:kosten)?\s?-?(?:frei|kostenlos|gratis)|(?<!nicht )portofrei/iu
const GIVE_AWAY_TITLE = /\b(?:zu verschenken|verschenke)\b/iu

/**
 * Extracts the prices of an entry. The first amount of each role counts; amounts in the title only if the content has none.
 * Nothing is free unless a line or the title says so.
 * @param currency of the place, for ambiguous signs and for free items
 */
export function extractPrices(title: string, lines: readonly string[], currency: Currency | undefined): FoundPrices {
  const hint = currency === undefined ? {} : { currency }
  const byRole = new Map<Role, Money>()
  for (const line of [...withLabels(lines), title]) {
    const amounts = findMoney(line, hint)
    const leads = amounts.map((found, index) => {
      const before = line.slice(Math.max(amounts[index - 1]?.end ?? 0, found.start - CONTEXT_CHARS), found.start)
      return BEFORE.find(([, pattern]) => pattern.test(before))?.[0]
    })
    amounts.forEach((found, index) => {
      // Text that belongs to the next amount does not describe this one.
      const after = leads[index + 1] === undefined ? line.slice(found.end, found.end + CONTEXT_CHARS) : ''
      const role = leads[index] ?? AFTER.find(([, pattern]) => pattern.test(after))?.[0] ?? 'price'
      if (!byRole.has(role)) byRole.set(role, found.money)
    })
  }
  const zero: Money | undefined = currency === undefined ? undefined : { amount: 0, currency }
  const start = byRole.get('start')
  const buyNow = byRole.get('buyNow')
  const givenAway = lines.some(isFree) || GIVE_AWAY_TITLE.test(title)
  const price = byRole.get('price') ?? (givenAway ? zero : undefined) ?? start ?? buyNow
  const shippingCurrency = price?.currency ?? currency
  const free = lines.some((line) => FREE_SHIPPING.test(line)) && shippingCurrency !== undefined
  const shipping = byRole.get('shipping') ?? (free ? { amount: 0, currency: shippingCurrency } : undefined)
  return {
    ...(price === undefined ? {} : { price }),
    ...(start === undefined ? {} : { startPrice: start }),
    ...(buyNow === undefined ? {} : { buyNowPrice: buyNow }),
    ...(shipping === undefined ? {} : { shipping }),
    negotiable: [title, ...lines].some((line) => isNegotiable(line)),
  }
}

/**
 * The lines, each joined with the previous line if that is its label: it ends with a colon, or consists only of a word for the
 * role of an amount. "Shipping possible" is no label.
 */
function withLabels(lines: readonly string[]): string[] {
  return lines.map((line, index) => {
    const label = lines[index - 1]
    return label !== undefined && label.length <= MAX_LABEL_CHARS && LABEL.test(label) && AMOUNT_FIRST.test(line)
      ? `${label} ${line}`
      : line
  })
}

const MAX_LABEL_CHARS = 40
const LABEL =
  /^(?:[^\d.,;!?:]{1,40}:|versand(?:kosten|gebühr(?:en)?)?|porto|lieferung|(?:shipping|postage|delivery)(?: costs?)?|p&p|schätz(?:preis|wert|ung)|taxe|estimated?|est\.?|uvp|neupreis|np|rrp|msrp|aufgeld|gebühr|kaution|deposit|sofort-?\s?kauf(?:en|preis)?|buy\s?(?:it\s)?now|start(?:preis|gebot)|mindestgebot|ausruf(?:preis)?|limit(?:preis)?|starting (?:bid|price)|opening bid|minimum bid)$/iu
/** An amount starts with a digit or a currency, perhaps after a word such as "ab". */
const AMOUNT_FIRST = /^[^\d\n:;,!?]{0,8}\d/u

/** The buying options that an entry states; empty if it states none. */
export function extractBuyingOptions(
  lines: readonly string[],
  prices: FoundPrices,
  bidCount: number | undefined,
): Listing['buyingOptions'] {
  const text = lines.join('\n')
  const auction =
    bidCount !== undefined ||
    prices.startPrice !== undefined ||
    /auktion|auction|höchstgebot|aktuelles gebot|current bid/iu.test(text)
  const outright =
    prices.buyNowPrice !== undefined ||
    BUY_NOW_ALONE.test(text) ||
    /sofort-?\s?kauf|buy it now|festpreis|fixed price/iu.test(text)
  const options: Listing['buyingOptions'] = []
  if (auction) options.push('auction')
  if (outright || (prices.negotiable && !auction)) options.push('fixedPrice')
  if (prices.negotiable) options.push('bestOffer')
  return options
}
