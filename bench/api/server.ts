/** The server of the benchmark, in a process of its own: the API on the database named, and what it cost so far. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { pino } from 'pino'
import { startServer } from '../../server/server.ts'
import { readSettings } from '../../server/settings.ts'

const NANOSECONDS_PER_MS = 1e6
const RESOLUTION_MS = 1

const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
delay.enable()
let cpu = process.cpuUsage()
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
    DATABASE_URL: process.env.DATABASE_URL,
    DATA_DIR: process.env.DATA_DIR,
  }),
  { connectors: [], log: pino({ level: 'error' }) },
)

process.on('message', async (message) => {
  if (message === 'stop') {
    await server.stop()
    process.exit(0)
  }
  const { user, system } = process.cpuUsage(cpu)
  process.send?.({
    kind: 'cost',
    // The histogram counts the time between two looks, the pause that was asked for included.
    maxDelayMs: Math.max(0, delay.max / NANOSECONDS_PER_MS - RESOLUTION_MS),
    cpuMs: (user + system) / 1000,
    residentBytes: process.memoryUsage.rss(),
  })
  delay.reset()
  cpu = process.cpuUsage()
})
process.send?.({ kind: 'listening', address: server.address })
