import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SECOND_MS } from '../contract/time.ts'
import { createLeadership } from './database/leadership.ts'
import { openDatabase } from './database/open.ts'
import { openPool } from './database/pool.ts'
import { startPresence } from './database/presence.ts'
import type { Lane } from './database/schema.ts'
import { type App, createApp } from './http/app.ts'
import { HeavyWork } from './http/heavyWork.ts'
import { Limits } from './http/limits.ts'
import { RateLimiter } from './http/rateLimiter.ts'
import { createIdentityAccounts, type IdentityAccounts } from './identity/accounts.ts'
import { startCheckingSessions } from './identity/checkSessions.ts'
import { createIdTokenVerifier, type IdTokenVerifier } from './identity/idToken.ts'
import { openPostalCodes } from './location/postalCodes.ts'
import type { Connector } from './marketplaces/connector.ts'
import { createConnectors } from './marketplaces/create.ts'
import { createRegistry } from './marketplaces/registry.ts'
import { createShardedMatcher } from './matching/worker/shardedMatcher.ts'
import { createWorkerMatcher, type WorkerMatcher } from './matching/worker/workerMatcher.ts'
import { makeConverter } from './money/converter.ts'
import { openRatesSource } from './money/ratesSource.ts'
import { refreshRates } from './money/refreshRates.ts'
import { startReminding } from './notifications/alerts/remindEndingSoon.ts'
import type { ChannelModule } from './notifications/channels/channel.ts'
import { createChannels } from './notifications/channels/registry.ts'
import { loadVapidKeys } from './notifications/channels/webPush/vapid.ts'
import { createCircuitBreakers } from './notifications/delivery/circuitBreakers.ts'
import { rescheduleHeld } from './notifications/delivery/rescheduleHeld.ts'
import { sendClaim } from './notifications/delivery/send.ts'
import { createSenderPools } from './notifications/delivery/senderPools.ts'
import { createSlowUsers } from './notifications/delivery/slowUsers.ts'
import { createOutbound } from './outbound/fetch.ts'
import { loadBuiltApp } from './pages/builtApp.ts'
import { createParserPool } from './parsing/parserPool.ts'
import { startClosingOverdueAuctions } from './polling/closeOverdueAuctions.ts'
import { completeListing } from './polling/complete.ts'
import { startPolling } from './polling/pollSearches.ts'
import { startRetention } from './retention/retention.ts'
import { type Clock, systemClock } from './runtime/clock.ts'
import { createLog, type Logger } from './runtime/log.ts'
import type { Loop } from './runtime/loop.ts'
import { openSecretBox } from './runtime/secrets.ts'
import { startIndexingWords } from './search/indexWords.ts'
import { startRecentAuctions } from './search/recentAuctions.ts'
import type { Settings } from './settings.ts'
import { endAllPauses } from './store/providerPauses.ts'
import { startMatching } from './watching/matchEvents.ts'

/** Connections of senders, by lane. Separate, so that the matcher and immediate sends never wait for others. */
const SENDING_CONNECTIONS: Record<Lane, number> = { now: 10, later: 6, slow: 3 }

/** The pool of previews, explanations and spellings, which must not exhaust the main pool. */
const HEAVY_CONNECTIONS = 3
const HEAVY_STATEMENT_TIMEOUT_MS = 10 * SECOND_MS

export type RunningServer = {
  app: App | undefined
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
    const channels = createChannels(settings, { outbound, vapid, clock, secrets })
    for (const channel of Object.values<ChannelModule>(channels)) started.push(async () => channel.close?.())
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
    const senderPools = createSenderPools({
      ...{ clock, log },
      dbOf: (lane) => sending[lane].db,
      process: () => presence?.name() ?? '',
    })
    started.push(() => senderPools.stop())
    const wakeSenders = senderPools.wake

    let matching: Loop | undefined
    if (has('match')) {
      let matcher: WorkerMatcher | undefined
      matching = startMatching({
        db,
        clock,
        log,
        wakeSenders,
        channels,
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
      started.push(keep(startReminding({ db, clock, log, wakeSenders, channels })))
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
      const lead = (name: string) => createLeadership(database.url, name, log)
      for (const channel of Object.values<ChannelModule>(channels)) {
        const work = channel.start?.({ db, log, lead })
        if (work) started.push(keep(work))
      }
      const breakers = createCircuitBreakers(nowMs)
      const slowUsers = createSlowUsers(nowMs)
      // Circuit breakers start closed, so the stored pauses of an earlier run are obsolete.
      await endAllPauses(db)
      const dependencies = {
        clock,
        log,
        channels,
        breakers,
        slowUsers,
        publicUrl: settings.publicUrl,
        random,
        wakeSenders,
      }
      senderPools.start((claim) => sendClaim({ ...dependencies, db: sending[claim.lane].db }, claim))
    }

    const leadership = createLeadership(database.url, 'retention', log)
    started.push(keep(startRetention({ db, clock, log, leadership, connectors: registry.all, keep: settings.retention })))

    let app: App | undefined
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
        ...{ recent, db, clock, log, settings, secrets, parserPool, registry, postalCodes, channels, convert, builtApp },
        wakeSenders,
        idTokens: overrides.idTokens ?? createIdTokenVerifier(settings.identity, clock),
        identityAccounts,
        vapidPublicKey: vapid.publicKey,
        rescheduleHeld: (tx, userId) => rescheduleHeld({ clock }, tx, userId),
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
