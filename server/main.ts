import { retryWhileUnreachable } from './database/retryWhileUnreachable.ts'
import { startServer } from './server.ts'
import { readSettings, SettingsError } from './settings.ts'

/** How long a graceful stop may take after a signal. Then the process ends as in a crash, which loses no data. */
const STOP_DEADLINE_MS = 30_000
/** Missing write permission, or a file where a directory should be. */
const NOT_WRITABLE_CODES = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST']

const settings = readSettingsOrExit()
const server = await retryWhileUnreachable(() => startServer(settings)).catch((error) => {
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
// `disconnect`: a parent process that started this one with an IPC channel has ended.
for (const event of ['SIGINT', 'SIGTERM', 'disconnect'] as const) {
  process.on(event, () => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => fail(`did not stop within ${STOP_DEADLINE_MS / 1000} s`), STOP_DEADLINE_MS).unref()
    void server.stop().then(() => process.exit(0))
  })
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
