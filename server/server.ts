import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { SECOND_MS } from '../contract/time.ts'
import { type Clock, systemClock } from './clock.ts'
import { createLeadership } from './database/leadership.ts'
import { openDatabase } from './database/open.ts'
import { openPool } from './database/pool.ts'
import { startPresence } from './database/presence.ts'
import { createCircuitBreakers } from './delivery/circuitBreakers.ts'
import { createSenders } from './delivery/senders/create.ts'
import { createSlowUsers } from './delivery/slowUsers.ts'
import { loadVapidKeys } from './delivery/vapid.ts'
import { createApp } from './http/app.ts'
import { loadBuiltApp } from './http/builtApp.ts'
import { HeavyWork } from './http/heavyWork.ts'
import { Limits } from './http/limits.ts'
import { RateLimiter } from './http/rateLimiter.ts'
import { startRecentAuctions } from './http/recentAuctions.ts'
import { createIdentityAccounts, type IdentityAccounts } from './identity/accounts.ts'
import { createIdTokenVerifier, type IdTokenVerifier } from './identity/idToken.ts'
import type { Lane } from './jobs/lanes.ts'
import { startQueue } from './jobs/queue.ts'
import { startCheckingSessions } from './jobs/tasks/checkSessions.ts'
import { startClosingOverdueAuctions } from './jobs/tasks/closeOverdueAuctions.ts'
import { startIndexingWords } from './jobs/tasks/indexWords.ts'
import { startMatching } from './jobs/tasks/matchEvents.ts'
import { startPolling } from './jobs/tasks/pollSearches.ts'
import { refreshRates } from './jobs/tasks/refreshRates.ts'
import { startReminding } from './jobs/tasks/remindEndingSoon.ts'
import { startRequeueingOrphans } from './jobs/tasks/requeueOrphans.ts'
import { rescheduleHeld } from './jobs/tasks/rescheduleHeld.ts'
import { startRetention } from './jobs/tasks/retention.ts'
import { sendDelivery } from './jobs/tasks/sendDelivery.ts'
import { openPostalCodes } from './location/postalCodes.ts'
import { createLog, type Logger } from './log.ts'
import type { Loop } from './loop.ts'
import type { Connector } from './marketplace/connector.ts'
import { createConnectors } from './marketplace/create.ts'
import { createRegistry } from './marketplace/registry.ts'
import { createShardedMatcher } from './matching/shardedMatcher.ts'
import { createWorkerMatcher, type WorkerMatcher } from './matching/workerMatcher.ts'
import { makeConverter } from './money/converter.ts'
import { openRatesSource } from './money/ratesSource.ts'
import { createOutbound } from './outbound/fetch.ts'
import { createParserPool } from './parsing/parserPool.ts'
import { completeListing } from './polling/complete.ts'
import { openSecretBox } from './secrets.ts'
import type { Settings } from './settings.ts'
import { endAllPauses } from './store/providerPauses.ts'

/** Connections of senders, by lane. Separate, so that the matcher and immediate sends never wait for others. */
const SENDING_CONNECTIONS: Record<Lane, number> = { now: 10, later: 6, slow: 3 }

/** The pool of previews, explanations and spellings, which must not exhaust the main pool. */
const HEAVY_CONNECTIONS = 3
const HEAVY_STATEMENT_TIMEOUT_MS = 10 * SECOND_MS

export type RunningServer = {
  app: FastifyInstance | undefined
  /** `http://127.0.0.1:4600`; empty without the role `api`. */
  address: string
  /** Stops taking work, waits for running work and closes everything. */
  stop(): Promise<void>
}

/** Replacements for tests. */
export type ServerOverrides = {
  clock?: Clock
  log?: Logger
  random?: () => number
  connectors?: readonly Connector[]
  idTokens?: IdTokenVerifier
  identityAccounts?: IdentityAccounts
}

/** Starts the components of the configured roles. */
export async function startServer(settings: Settings, overrides: ServerOverrides = {}): Promise<RunningServer> {
  const clock = overrides.clock ?? systemClock
  const log = overrides.log ?? createLog(settings.logLevel)
  const random = overrides.random ?? Math.random
  const nowMs = () => clock.now().getTime()
  const has = (role: Settings['roles'][number]) => settings.roles.includes(role)

  const database = await openDatabase(settings, log)
  const { db } = database.pool
  /** Stop functions of everything started; called in reverse order. */
  const started: (() => Promise<void>)[] = [() => database.close()]
  const stop = async () => {
    for (const end of started.splice(0).reverse())
      await end().catch((error) => log.error({ err: error }, 'stopping a component failed'))
  }

  try {
    const outbound = createOutbound({
      userAgent: `Lotwatch/0.1 (+${settings.publicUrl})`,
      now: nowMs,
      ...(settings.push.caFile ? { ca: readFileSync(settings.push.caFile, 'utf8') } : {}),
    })
    started.push(() => outbound.close())
    const identityAccounts = overrides.identityAccounts ?? createIdentityAccounts(settings, { outbound, clock })
    const parserPool = createParserPool()
    started.push(() => parserPool.close())
    const secrets = openSecretBox(join(settings.dataDir, 'secret-key'))
    const vapid = loadVapidKeys(settings)
    const rates = await openRatesSource({ outbound, dataDir: settings.dataDir, now: nowMs, baseUrl: settings.ecbUrl })
    const convert = (...[money, to]: Parameters<ReturnType<typeof makeConverter>>) => makeConverter(rates.current())(money, to)
    const postalCodes = openPostalCodes(settings.dataDir)
    const registry = createRegistry(overrides.connectors ?? createConnectors(settings, outbound, nowMs, parserPool, postalCodes))
    const senders = createSenders(settings, { outbound, vapid, clock })
    started.push(() => senders.close())
    const sending = {
      now: openPool(database.url, log, SENDING_CONNECTIONS.now),
      later: openPool(database.url, log, SENDING_CONNECTIONS.later),
      slow: openPool(database.url, log, SENDING_CONNECTIONS.slow),
    }
    started.push(
      () => sending.now.end(),
      () => sending.later.end(),
      () => sending.slow.end(),
    )
    const presence = has('deliver') ? await startPresence(database.url, log) : undefined
    if (presence) started.push(() => presence.stop())
    const queue = await startQueue(database.url, log)
    started.push(() => queue.stop())

    let matching: Loop | undefined
    if (has('match')) {
      let matcher: WorkerMatcher | undefined
      matching = startMatching({
        db,
        clock,
        log,
        queue,
        secrets,
        convert,
        leadership: createLeadership(database.url, 'matching', log),
        startMatcher: () => {
          const converter = {
            module: new URL('./money/converter.ts', import.meta.url).href,
            make: makeConverter.name,
            data: rates.current(),
          }
          matcher = createShardedMatcher(settings.matchingThreads, () => createWorkerMatcher({ clock: nowMs, converter }))
          return matcher
        },
      })
      started.push(keep(matching))
      started.push(keep(startReminding({ db, clock, log, queue, secrets })))
      started.push(keep(refreshRates(rates, log, () => matcher?.setConverterData(rates.current()))))
    }
    // The word index is not woken: it would write while the matcher reads, and the matcher sees nothing newer than a running
    // transaction.
    const onChange = () => matching?.wake()
    if (has('poll')) {
      started.push(keep(startIndexingWords({ db, clock, log, leadership: createLeadership(database.url, 'indexing', log) })))
      const complete = completeListing(postalCodes)
      const owner = `${process.pid} ${randomUUID()}`
      started.push(keep(await startPolling({ db, clock, log, random, complete, registry, owner }, onChange)))
      started.push(keep(startClosingOverdueAuctions(db, clock, log, onChange)))
      if (identityAccounts) started.push(keep(startCheckingSessions({ db, clock, log, accounts: identityAccounts })))
    }
    if (presence) {
      const breakers = createCircuitBreakers(nowMs)
      const slowUsers = createSlowUsers(nowMs)
      // Circuit breakers start closed, so the stored pauses of an earlier run are obsolete.
      await endAllPauses(db)
      const dependencies = {
        clock,
        log,
        queue,
        secrets,
        senders,
        breakers,
        slowUsers,
        publicUrl: settings.publicUrl,
        random,
        process: presence.name,
      }
      await queue.work((job) => sendDelivery({ ...dependencies, db: sending[job.lane].db }, job))
      started.push(keep(startRequeueingOrphans({ db, clock, log, queue })))
    }

    const leadership = createLeadership(database.url, 'retention', log)
    started.push(keep(startRetention({ db, clock, log, leadership, connectors: registry.all, keep: settings.retention })))

    let app: FastifyInstance | undefined
    let address = ''
    if (has('api')) {
      let isAccepting = true
      const builtApp = await loadBuiltApp(settings.appDir).catch((error) => {
        log.warn({ err: error }, 'the app has not been built (npm run build); only the API is served')
        return undefined
      })
      const recent = startRecentAuctions({ db, clock, log })
      started.push(() => recent.stop())
      const heavy = openPool(database.url, log, HEAVY_CONNECTIONS, HEAVY_STATEMENT_TIMEOUT_MS)
      started.push(() => heavy.end())
      app = await createApp({
        heavyWork: new HeavyWork({ db: heavy.db, cancelling: db }),
        limits: new Limits(new RateLimiter(db, clock), settings),
        ...{ recent, db, clock, log, settings, secrets, parserPool, registry, postalCodes, senders, convert, builtApp },
        enqueueSend: (tx, { id, userId, channel, target, dueAt }) =>
          queue.enqueue(tx, channel, [{ deliveryId: id, userId, target, dueAt }]),
        idTokens: overrides.idTokens ?? createIdTokenVerifier(settings.identity, clock),
        identityAccounts,
        vapidPublicKey: vapid.publicKey,
        rescheduleHeld: (tx, userId) => rescheduleHeld({ queue, clock }, tx, userId),
        isAccepting: () => isAccepting,
      })
      const listening = app
      address = await listening.listen({ port: settings.port, host: settings.host })
      started.push(async () => {
        isAccepting = false
        await listening.close()
      })
    }
    return { app, address, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const keep = (loop: Pick<Loop, 'stop'>) => () => loop.stop()
