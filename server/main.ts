import { setTimeout as pause } from 'node:timers/promises'
import { isDatabaseUnreachable } from './database/pool.ts'
import { type RunningServer, startServer } from './server.ts'
import { readSettings, SettingsError } from './settings.ts'

/** How long what runs may take to end after a signal; then the process ends as if it had crashed, which loses nothing. */
const STOP_DEADLINE_MS = 30_000
/** A database that goes away while we start is back by then; one that never was there is told of. */
const START_DEADLINE_MS = 60_000
const START_PAUSE_MS = 500
/** No right to write there, or a file stands where a folder should. */
const NOT_WRITABLE_CODES = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST']

const settings = readSettingsOrExit()
const server = await start().catch((error) => {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'EADDRINUSE') fail(`port ${settings.port} is in use; set PORT to another one`)
  if (code !== undefined && NOT_WRITABLE_CODES.includes(code)) {
    fail(`cannot write to ${settings.dataDir}; set DATA_DIR to a folder of your own`)
  }
  console.error(error)
  fail(error instanceof Error ? error.message : String(error))
})
if (server.address) console.log(`Lotwatch listens on ${server.address}`)

let isStopping = false
// A parent that started this process with a channel and goes away takes it along.
for (const event of ['SIGINT', 'SIGTERM', 'disconnect'] as const) {
  process.on(event, () => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => fail(`did not stop within ${STOP_DEADLINE_MS / 1000} s`), STOP_DEADLINE_MS).unref()
    void server.stop().then(() => process.exit(0))
  })
}

async function start(): Promise<RunningServer> {
  const deadline = Date.now() + START_DEADLINE_MS
  for (;;) {
    try {
      return await startServer(settings)
    } catch (error) {
      if (!isDatabaseUnreachable(error) || Date.now() > deadline) throw error
      await pause(START_PAUSE_MS)
    }
  }
}

function readSettingsOrExit() {
  try {
    return readSettings(process.env)
  } catch (error) {
    if (error instanceof SettingsError) fail(`settings: ${error.message}`)
    throw error
  }
}

function fail(reason: string): never {
  console.error(`Lotwatch: ${reason}`)
  process.exit(1)
}
