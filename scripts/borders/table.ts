/*
 * Which module may import which. `npm run borders` writes the linter's `borders.json` from this table, and `npm run check`
 * fails while the two differ. A module is a folder with all it contains, or a file; `*` stands for one name.
 */

export type Row = {
  readonly module: string
  /** Besides itself and `COMMON`. The most specific row of a file counts. */
  readonly may: readonly string[]
  /** Instead of `may`, where only these are forbidden. */
  readonly mayNot?: readonly string[]
  /** The only packages that it may import; by default all but those whose door is elsewhere. */
  readonly packages?: readonly string[]
  readonly because: string
}

/** Everyone may import it. */
export const COMMON = 'contract'

/** What runs a process (clock, log, loops, constants, settings), and the same with stored rows. */
const PROCESS = 'runtime limits.ts settings.ts'
const STORED = `${PROCESS} database store`
/** The only file of the filter index that others import. */
const INDEX = 'matching/index/matcher.ts'

/** Module, what it may import, why; names within `server/`. */
// biome-ignore format: a table
const SERVER: readonly (readonly [module: string, may: string, because: string])[] = [
  ['main.ts', 'server.ts settings.ts database', 'It reads the settings and starts the server.'],
  ['server.ts', `${STORED} http pages identity accounts search polling marketplaces matching/worker watching notifications parsing location money outbound retention`,
    'It puts the parts together; the filter index is started as a worker.'],
  ['settings.ts', '', 'Settings are read before anything else.'],
  ['limits.ts', '', 'Constants import nothing.'],
  ['runtime', '', 'It runs the process and knows nothing of the product.'],
  ['database', PROCESS, 'Connections and migrations, no statements of the product.'],
  ['store', 'database limits.ts runtime/log.ts', 'Statements know the contract and the database alone.'],
  ['outbound', PROCESS, 'It calls other hosts for all modules and knows none of them.'],
  ['parsing', PROCESS, 'The thread pool imports parsers by their URLs; it knows none.'],
  ['location', '', 'Places serve other modules and know none of them.'],
  ['money', 'outbound runtime', 'Amounts and exchange rates serve other modules and know none of them.'],
  ['marketplaces', 'outbound parsing location money', 'A connector reads a marketplace and writes nothing; matching and delivery pick up what polling writes.'],
  ['polling', `${STORED} marketplaces location money`, 'Polling ends by writing events, which the matcher reads.'],
  ['matching', '', 'Matching is pure: auctions and filters in, matches out.'],
  ['matching/keywords', '', 'Matching is pure: auctions and filters in, matches out.'],
  ['matching/criteria', '', 'Matching is pure: auctions and filters in, matches out.'],
  ['matching/index', 'matching/keywords matching/criteria matching/hashing.ts', 'The filter index is a library: no database, no clock, no threads.'],
  ['matching/worker', `${INDEX} matching/criteria matching/hashing.ts`, 'It carries messages to and from a filter index, of which it knows the one interface.'],
  ['matching/preview', 'matching/criteria matching/interner.ts', 'Previews count verdicts on lists in memory.'],
  ['matching/explain', 'matching/criteria matching/keywords matching/preview', 'Explanations follow the verdicts, not the index.'],
  ['matching/spellings', 'matching/keywords', 'Spellings are words, not auctions.'],
  ['watching', `${STORED} ${INDEX} matching/worker matching/keywords matching/criteria matching/interner.ts notifications`,
    'It follows the log, runs the matcher and enqueues alerts; it knows no marketplace and sends nothing.'],
  ['search', `${STORED} ${INDEX} matching/keywords matching/criteria matching/preview matching/explain matching/spellings marketplaces polling location outbound/validateUrl.ts`,
    'It searches what is stored; it serves no routes and sends nothing.'],
  ['notifications', `${STORED} outbound parsing`, 'Alerts start from rows; they know neither marketplaces nor matching.'],
  ['identity', `${STORED} outbound`, 'It knows who a user is, not what the user watches.'],
  ['accounts', `${STORED} notifications outbound parsing`, 'It serves users; it knows neither marketplaces nor matching.'],
  ['retention', `${STORED} accounts marketplaces/connector.ts`, 'It decides what to delete; the statements are in the store.'],
  ['pages', `${STORED} marketplaces/registry.ts polling/marketplaces.ts`, "It renders the app's public pages."],
  ['http', `${STORED} accounts identity search pages location parsing marketplaces/registry.ts polling/marketplaces.ts notifications`,
    'Routes answer from accounts, identity, search and store; loops run by themselves.'],
]

/** Module, what it may import, why; names within `src/`. A feature's `index.ts` is what it offers to others. */
const BASE = 'limits.ts'
const BELOW_FEATURES = `${BASE} api components data i18n identity install offline/outbox offline/storage preferences push services session store toasts`

// biome-ignore format: a table
const APP: readonly (readonly [module: string, may: string, because: string])[] = [
  ['limits.ts', '', 'Constants import nothing.'],
  ['store', BASE, 'It is the door to jotai.'],
  ['api', BASE, 'Calls import contract alone.'],
  ['identity', BASE, 'It knows who a user is, and nothing else of the app.'],
  ['i18n', BASE, 'Translation imports contract alone.'],
  ['install', `${BASE} store`, 'Installation and updates know no data.'],
  ['offline/storage', BASE, 'It imports contract alone, so that the worker may use it.'],
  ['offline/outbox', `${BASE} api install offline/storage store`, 'The outbox stores and sends writes; it knows no screen.'],
  ['preferences', `${BASE} offline/storage store`, 'Preferences are stored on the device.'],
  ['components', `${BASE} i18n install`, 'Components know neither domain nor data.'],
  ['toasts', `${BASE} components store`, 'Toasts are components with a store.'],
  ['services', `${BASE} api identity offline/outbox offline/storage store`, 'Services are provided by main.tsx and know none of their users.'],
  ['session', `${BASE} api i18n identity offline/outbox offline/storage preferences services store`, 'The session knows neither screens nor push: what follows from a new session is a service.'],
  ['data', `${BASE} api components i18n install services session store toasts`, 'It is the one way to read data of the server; it knows no feature.'],
  ['push', `${BASE} api install offline/storage preferences services session store`, 'Push belongs to the session, not to a screen.'],
  ['shell', `${BASE} i18n push services session store toasts`, 'The mobile shell reaches screens through services alone.'],
  ...Object.entries({
    marketplaces: '', subscriptions: '', feeds: '', signIn: '', notifications: '',
    listings: 'marketplaces',
    filters: 'feeds listings marketplaces notifications subscriptions',
    auctions: 'filters listings marketplaces notifications',
    frame: 'marketplaces signIn',
    account: 'feeds frame notifications signIn',
    landing: 'listings marketplaces subscriptions',
    overview: 'auctions filters listings marketplaces notifications subscriptions',
  }).map(([feature, others]) => [
    `features/${feature}`, `${BELOW_FEATURES} ${names(others).map((other) => `features/${other}/index.ts`).join(' ')}`,
    'A feature imports others through their index alone, and none that imports it.',
  ] as const),
  ['routes', `${BASE} features i18n store`, 'A route names path, guard, loader, head and screen; the work is in the features.'],
]

// biome-ignore format: a table
export const ROWS: readonly Row[] = [
  { module: 'contract', may: ['contract/vocabulary'], packages: ['zod/mini'], because: 'Everyone imports contract; it imports zod and itself alone.' },
  { module: 'contract/vocabulary', may: [], packages: [], because: 'Constants never drag a schema library into a bundle.' },
  ...SERVER.map(([module, may, because]) => ({ module: `server/${module}`, may: names(may).map((name) => `server/${name}`), because })),
  { module: 'tools/demo-house', may: ['server/location/seedCities.ts', 'server/money/decimal.ts'],
    because: 'A program of its own, as any marketplace; of the server it takes the table of cities and the format of amounts.' },
  ...APP.map(([module, may, because]) => ({ module: `src/${module}`, may: names(may).map((name) => `src/${name}`), because })),
  { module: 'sw', may: ['src/offline/storage'], because: 'The worker imports contract and stored records, nothing else of the app.' },
]

function names(list: string): string[] {
  return list.split(' ').filter(Boolean)
}

/** Packages with side effects, or likely to be replaced, and the only places that import them. */
export const DOORS: Readonly<Record<string, readonly string[]>> = {
  nodemailer: ['server/notifications/channels/email/sender.ts'],
  'web-push': ['server/notifications/channels/webPush/sender.ts', 'server/notifications/channels/webPush/vapid.ts'],
  undici: ['server/outbound/fetch.ts'],
  'snowball-stemmers': ['server/matching/keywords/stems.ts'],
  pg: ['server/database'],
  kysely: ['server/database', 'server/store'],
  fastify: ['server/http', 'tools/demo-house'],
  pino: ['server/runtime/log.ts'],
  jose: ['server/identity', 'server/outbound'],
  uuid: ['server/store/ids.ts'],
  'p-queue': ['server/http/heavyWork.ts'],
  'ical-generator': ['server/notifications/feeds/calendar.ts', 'src/features/auctions/detail/calendarFile.ts'],
  '@rowanmanning/feed-parser': ['server/marketplaces/feed/document.ts'],
  'html-entities': ['server/marketplaces/feed/plainText.ts'],
  'firebase/auth': ['src/identity'],
  'firebase/app': ['src/identity', 'src/push'],
  'firebase/messaging': ['src/push'],
  jotai: ['src/store'],
  'idb-keyval': ['src/offline/storage'],
  'eventsource-parser': ['src/api/eventStream.ts'],
  'workbox-window': ['src/install/worker.ts'],
}
