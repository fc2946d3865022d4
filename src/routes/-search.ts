import { MATCH_SORTS } from '../../contract/vocabulary/kinds.ts'
import { MAX_KEYWORDS_LENGTH } from '../../contract/vocabulary/limits.ts'
import { oneOf } from '../../contract/vocabulary/oneOf.ts'
import { SEGMENTS } from '../features/auctions/index.ts'

/*
 * Search parameters of the routes. Invalid values are ignored and never break a page. Parsed by hand, because every page
 * needs this for its first paint, which must not load the parsers.
 */

type Search = Record<string, unknown>

const MAX_ID = 64
const MAX_TEXT = 2000
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const text = (value: unknown, maxLength: number) => {
  // The router parses `?keywords=3080` as a number.
  const read = typeof value === 'number' ? String(value) : value
  return typeof read === 'string' && read.length <= maxLength ? read : undefined
}
const id = (value: unknown) => (typeof value === 'string' && UUID.test(value) ? value : undefined)

/** Removes absent values, which would otherwise show in the URL. */
function given<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>
}

export const auctionsSearch = ({ segment, filter, marketplace, sort }: Search) =>
  given({
    segment: oneOf(SEGMENTS, segment),
    filter: id(filter),
    marketplace: text(marketplace, MAX_ID),
    sort: oneOf(MATCH_SORTS, sort),
  })

export const editSearch = ({ from, copy, keywords, marketplace, title, text: shared, url }: Search) =>
  given({
    /** The filter to edit, or to copy with `copy`. */
    from: id(from),
    copy: copy === true ? true : undefined,
    /** Initial keywords: from an example, or from text shared by another app. */
    keywords: text(keywords, MAX_KEYWORDS_LENGTH),
    marketplace: text(marketplace, MAX_ID),
    title: text(title, MAX_TEXT),
    text: text(shared, MAX_TEXT),
    url: text(url, MAX_TEXT),
  })

export const referralSearch = ({ invite }: Search) => given({ invite: text(invite, MAX_ID) })
