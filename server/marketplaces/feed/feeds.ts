import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { Currency } from '../../../contract/money.ts'
import { Country, TimeZone } from '../../../contract/primitives.ts'

const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })

const INTERVAL = 'must be a number of minutes from 1 to 1440'

/** One feed in the operator's file. */
export const FeedSettings = z.strictObject({
  /** Part of the marketplace's id in the database; must never change. */
  id: z
    .string({ error: 'must be a text' })
    .check(z.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be lower-case words joined by "-"'), z.maxLength(40)),
  name: z.string({ error: 'must be a text' }).check(z.trim(), z.minLength(1), z.maxLength(80)),
  url: webAddress,
  /** The site of the feed. Links to this origin may be http. */
  homePage: z.optional(webAddress),
  /** Its currency, time zone and date format are the defaults. */
  country: z.optional(Country),
  currency: z.optional(Currency),
  timeZone: z.optional(TimeZone),
  /** The shortest polling interval. */
  minIntervalMinutes: z.optional(z.number({ error: INTERVAL }).check(z.minimum(1, INTERVAL), z.maximum(1440, INTERVAL))),
  /** Allows a private host, such as an RSS-Bridge in the operator's network. */
  allowPrivateAddress: z.optional(z.boolean()),
})
export type FeedSettings = z.infer<typeof FeedSettings>

/** A fault in the operator's file: file, position, fault. */
export class FeedsFileError extends Error {
  override readonly name = 'FeedsFileError'
}

/**
 * Reads the operator's list of feeds (a JSON array of `FeedSettings`); empty if the file is missing.
 * @throws FeedsFileError with all faults and their positions, such as `feeds.json: [2].url: must be an http or https address`
 */
export function readFeedsFile(file: string): FeedSettings[] {
  try {
    return parseFeeds(readFileSync(file, 'utf8'), file)
  } catch (error) {
    if (error instanceof FeedsFileError) throw error
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT') return []
    throw new FeedsFileError(`${file}: cannot be read (${code ?? error})`)
  }
}

/** @throws FeedsFileError */
export function parseFeeds(text: string, file: string): FeedSettings[] {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw new FeedsFileError(`${file}: not JSON: ${error instanceof Error ? error.message : error}`)
  }
  const feeds = z.array(FeedSettings, { error: 'must be a list of feeds' }).safeParse(json)
  if (!feeds.success) {
    throw new FeedsFileError(feeds.error.issues.map((issue) => `${file}: ${place(issue.path)}: ${faultOf(issue)}`).join('\n'))
  }
  const ids = feeds.data.map((feed) => feed.id)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice !== undefined) throw new FeedsFileError(`${file}: [${ids.lastIndexOf(twice)}].id: "${twice}" is used twice`)
  return feeds.data
}

/** The contract's schemas name a fault by a code for the app to translate; here it is spelled out. */
const FAULTS: Readonly<Record<string, string>> = {
  country: 'must be a country code such as DE',
  currency: 'must be a currency code such as EUR',
  timeZone: 'must be a time zone such as Europe/Berlin',
  'Invalid input': 'is not of the right kind',
}

function faultOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return `does not know ${issue.keys.map((key) => `"${key}"`).join(', ')}`
  return FAULTS[issue.message] ?? issue.message
}

function place(path: readonly PropertyKey[]): string {
  return path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('') || 'the file'
}
