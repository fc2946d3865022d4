import { item, rss } from '../../parsing/support.ts'

const items = (count: number, description = '') => Array.from({ length: count }, (_, index) => item(index, description))
const entry = (description: string) => rss(item(1, description), item(2, '5 €'))

/** Feeds that blocked the server for seconds or forever, or would if they were read in its main thread. */
export const HOSTILE_FEEDS: Readonly<Record<string, string>> = {
  'hyphens in a place': entry(`10115 ${'A-'.repeat(400)}=`),
  'many hyphens in a place': entry(`10115 ${'A-'.repeat(19_000)}=`),
  'spaces in a time': entry(`1d${'\u00a0'.repeat(4000)}x`),
  'spaces in three times': entry(['1d', '1h', '1m', 'x'].join('\u00a0'.repeat(500))),
  'comments at the end': `</rss>${'<!---->'.repeat(28)}x`,
  'names of tags': rss(...items(131, `&lt;${'a'.repeat(39_000)}`)),
  'quotes in pictures': entry(`<![CDATA[${'<img \'"\' "'.repeat(4000)}<]]>`),
  '40,000 entries': rss(...items(40_000)),
  '100,000 neighbours': rss('<a/>'.repeat(100_000), ...items(500)),
  'a million elements': rss('<a/>'.repeat(1_200_000), item(1)),
  'deep elements': rss('<a>'.repeat(500_000), item(1)),
}

export const healthyFeed = () => rss(...items(50, '10115 Berlin, 5 €'))

const token = 'a'.repeat(52)
const status = `Return-Path: <bounces+${token}@example.org>\nContent-Type: message/delivery-status\n\n`
const MEBIBYTE = 1_048_576

/** Reports from mail servers, up to the accepted size. */
export const HOSTILE_BOUNCES: Readonly<Record<string, string>> = {
  '40 kB of spaces in a field': `${status}Action: x${' '.repeat(40_000)}y`,
  '1 MB of spaces in a field': `${status}Action: x${' '.repeat(MEBIBYTE - 1000)}y`,
  '1 MB of continued lines': `${status}Action: x${'\n '.repeat(MEBIBYTE / 2 - 500)}y`,
  'headers without an end': 'content-type:\n'.repeat(MEBIBYTE / 14 - 1),
  'tokens without an end': `+${token.slice(1)}`.repeat(MEBIBYTE / 52 - 1),
}
