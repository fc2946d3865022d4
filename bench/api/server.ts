/** The benchmark's server in its own process: the API on the given database, with reports of its cost. */
import { pino } from 'pino'
import { startServer } from '../../server/server.ts'
import { readSettings } from '../../server/settings.ts'
import { answerParent } from '../process/child.ts'

const server = await startServer(
  readSettings({
    NODE_ENV: 'test',
    PORT: '0',
    ROLES: 'api',
    DEMO_HOUSE: 'false',
    APP_DIR: '/nonexistent',
    ECB_URL: 'http://127.0.0.1:9',
    LOG_LEVEL: 'error',
    REQUESTS_PER_MINUTE: '100000000',
    GUESTS_PER_DAY: '100000000',
    DATABASE_URL: process.env.DATABASE_URL,
    DATA_DIR: process.env.DATA_DIR,
  }),
  { connectors: [], log: pino({ level: 'error' }) },
)

answerParent(() => server.stop())
process.send?.({ kind: 'listening', address: server.address })
