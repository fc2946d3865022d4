/**
 * Runs the demo auction house as a separate program. DEMO_PORT (4601), DEMO_HOST (127.0.0.1), DEMO_SEED, DATA_DIR (stores manual
 * bids; without it they are in memory only).
 */
import { DEFAULT_SEED, startDemoHouse } from './server.ts'

const DEFAULT_PORT = 4601

const port = Number(process.env.DEMO_PORT || DEFAULT_PORT)
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  console.error(`DEMO_PORT must be a port number, not "${process.env.DEMO_PORT}"`)
  process.exit(1)
}
const dataDir = process.env.DATA_DIR
try {
  const house = await startDemoHouse({
    port,
    host: process.env.DEMO_HOST || '127.0.0.1',
    seed: process.env.DEMO_SEED || DEFAULT_SEED,
    ...(dataDir ? { dataDir } : {}),
  })
  console.log(`Demo auction house: ${house.url}`)
  // `disconnect`: a parent process that started this one with an IPC channel has ended.
  for (const event of ['SIGINT', 'SIGTERM', 'disconnect'] as const) {
    process.once(event, () => void house.close().then(() => process.exit(0)))
  }
} catch (error) {
  console.error(`The demo auction house cannot start: ${error instanceof Error ? error.message : error}`)
  process.exit(1)
}
