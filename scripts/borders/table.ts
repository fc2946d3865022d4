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

const NOT_APP = 'server sw tools'
const SCREENS = 'src/routes src/screens'

/** Module, what it may not import, why. */
// biome-ignore format: a table
const APP: readonly (readonly [module: string, mayNot: string, because: string])[] = [
  ['src', NOT_APP, 'The app knows the server by contract/ alone, and nothing imports the worker.'],
  ['src/components', `${NOT_APP} ${SCREENS} src/state src/api src/storage src/identity src/push src/outbox`, 'Components know neither domain nor state.'],
  ['src/screens', `${NOT_APP} src/routes src/routeTree.gen.ts src/storage/storage.ts src/storage/database.ts src/identity`,
    'Screens go through state; routes import screens, never the other way round.'],
  ['src/state', `${NOT_APP} ${SCREENS}`, 'Screens and routes import state, never the other way round.'],
  ['src/api', `${NOT_APP} ${SCREENS} src/state src/storage src/identity`, 'It imports contract alone.'],
  ...['identity', 'push', 'install', 'outbox', 'shell'].map((name) =>
    [`src/${name}`, `${NOT_APP} ${SCREENS}`, 'Screens and routes import it, never the other way round.'] as const),
]

// biome-ignore format: a table
export const ROWS: readonly Row[] = [
  { module: 'contract', may: [], packages: ['zod/mini'], because: 'Everyone imports contract; it imports zod and itself alone.' },
  ...SERVER.map(([module, may, because]) => ({ module: `server/${module}`, may: names(may).map((name) => `server/${name}`), because })),
  { module: 'tools/demo-house', may: ['server/location/seedCities.ts', 'server/money/decimal.ts'],
    because: 'A program of its own, as any marketplace; of the server it takes the table of cities and the format of amounts.' },
  ...APP.map(([module, mayNot, because]) => ({ module, may: [], mayNot: names(mayNot), because })),
  { module: 'src/storage', may: [], because: 'It imports contract alone, so that the worker may use it.' },
  { module: 'src/i18n', may: ['src/limits.ts'], because: 'It imports contract alone.' },
  { module: 'sw', may: ['src/storage'], because: 'The worker imports contract and src/storage, nothing else of the app.' },
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
  'ical-generator': ['server/notifications/feeds/calendar.ts'],
  '@rowanmanning/feed-parser': ['server/marketplaces/feed/document.ts'],
  'html-entities': ['server/marketplaces/feed/plainText.ts'],
  'firebase/auth': ['src/identity'],
  'firebase/app': ['src/identity', 'src/push'],
  'firebase/messaging': ['src/push'],
  jotai: ['src/state/store.ts'],
  'idb-keyval': ['src/storage'],
  'workbox-window': ['src/install/worker.ts'],
}
