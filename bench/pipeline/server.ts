/** The benchmark's whole server in its own process, with a marketplace that lists what the parent process sends. */
import { pino } from 'pino'
import type { Listing } from '../../contract/auction.ts'
import { startServer } from '../../server/server.ts'
import { readSettings } from '../../server/settings.ts'
import { ScriptedMarketplace } from '../../tests/support/scriptedMarketplace.ts'
import { answerParent } from '../process/child.ts'
import { MARKETPLACE } from './options.ts'

/** Listings per page of a marketplace's response. */
const PAGE = 500

const pending: Listing[] = []
process.on('message', (message: { kind: string; listings: Listing[] }) => {
  if (message.kind === 'list') pending.push(...message.listings)
})
const { connector } = new ScriptedMarketplace(MARKETPLACE)
const server = await startServer(
  readSettings({
    NODE_ENV: 'test',
    PORT: '0',
    DEMO_HOUSE: 'false',
    APP_DIR: '/nonexistent',
    ECB_URL: 'http://127.0.0.1:9',
    LOG_LEVEL: 'info',
    DATABASE_URL: process.env.DATABASE_URL,
    DATA_DIR: process.env.DATA_DIR,
    PUSH_ORIGINS: process.env.PUSH_ORIGINS,
  }),
  {
    // The time the matcher took to load all filters is only in the log.
    log: pino({ level: 'info' }, { write: (line) => report(line) }),
    connectors: [
      {
        ...connector,
        async search() {
          const listings = pending.splice(0, PAGE)
          return { kind: 'listings', listings, rejected: [], cursor: null, validators: {}, complete: false }
        },
      },
    ],
  },
)
answerParent(() => server.stop())
process.send?.({ kind: 'listening', address: server.address })

function report(line: string): void {
  const { level, msg, filters, ms, err } = JSON.parse(line) as Record<string, unknown>
  if (msg === 'matcher started') process.send?.({ kind: 'matching', filters, ms })
  if (Number(level) >= 50) console.error(`the server says: ${msg}`, err ?? '')
}
