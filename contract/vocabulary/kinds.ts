/** What comes in kinds. The schemas are made of these lists. */

export const EVENT_KINDS = ['newMatch', 'priceChange', 'endingSoon', 'ended'] as const
export type EventKind = (typeof EVENT_KINDS)[number]

/** Events that cause alerts. The end of an auction shows only in the inbox. */
export const ALERT_KINDS = ['newMatch', 'priceChange', 'endingSoon'] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

/** Ways to reach a user, in the order in which they are shown. */
export const CHANNELS = ['webPush', 'email', 'discord', 'telegram', 'ntfy', 'webhook'] as const
export type Channel = (typeof CHANNELS)[number]

/** `instant`: each alert on its own; otherwise alerts are collected in a digest. Reminders are never part of a digest. */
export const FREQUENCIES = ['instant', 'hourly', 'daily', 'weekly'] as const
export type Frequency = (typeof FREQUENCIES)[number]

export const DISCORD_FORMATS = ['detailed', 'compact'] as const
export type DiscordFormat = (typeof DISCORD_FORMATS)[number]

/** The formats, which are also the URL's extensions: the newest matches as Atom or JSON Feed, or a calendar of ends. */
export const FEED_KINDS = ['atom', 'json', 'ics'] as const
export type FeedKind = (typeof FEED_KINDS)[number]

// biome-ignore format: a table
/** The criteria of a filter. Each gives a verdict of yes, no or unknown. */
export const CRITERIA = [
  'keywords', 'marketplace', 'buyingOption', 'condition', 'category', 'price', 'bids',
  'location', 'shipping', 'seller', 'commercial', 'end',
] as const
export type Criterion = (typeof CRITERIA)[number]

/** How a filter treats an auction when a criterion's verdict is unknown. `flag`: it matches with a badge. */
export const UNKNOWN_POLICIES = ['include', 'exclude', 'flag'] as const
export type UnknownPolicy = (typeof UNKNOWN_POLICIES)[number]

/** The texts of an auction that the keywords of a filter are searched in. */
export const SEARCHED_TEXTS = ['title', 'titleAndDescription'] as const
export type SearchIn = (typeof SEARCHED_TEXTS)[number]

/** How a keyword matches a word: as it is, in its grammatical forms, or also as a part of a compound. */
export const WORD_MATCHES = ['exact', 'forms', 'compounds'] as const
export type WordMatch = (typeof WORD_MATCHES)[number]

export const BUYING_OPTIONS = ['auction', 'fixedPrice', 'bestOffer'] as const
export type BuyingOption = (typeof BUYING_OPTIONS)[number]

export const CONDITIONS = ['new', 'likeNew', 'refurbished', 'used', 'forParts'] as const
export type Condition = (typeof CONDITIONS)[number]

export const MATCH_STATES = ['new', 'seen', 'saved', 'hidden'] as const
export type MatchState = (typeof MATCH_STATES)[number]

/** The orders of the inbox. */
export const MATCH_SORTS = ['newest', 'endingSoon', 'price'] as const
export type MatchSort = (typeof MATCH_SORTS)[number]

export const PLAN_IDS = ['free', 'plus', 'pro'] as const
export type PlanId = (typeof PLAN_IDS)[number]
