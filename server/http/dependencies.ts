import type { Db, Tx } from '../database/pool.ts'
import type { IdentityAccounts } from '../identity/accounts.ts'
import type { IdTokenVerifier } from '../identity/idToken.ts'
import type { PostalCodes } from '../location/postalCodes.ts'
import type { Registry } from '../marketplaces/registry.ts'
import type { Channels } from '../notifications/channels/channel.ts'
import type { WakeSenders } from '../notifications/delivery/senderPools.ts'
import type { BuiltApp } from '../pages/builtApp.ts'
import type { ParserPool } from '../parsing/parserPool.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Logger } from '../runtime/log.ts'
import type { SecretBox } from '../runtime/secrets.ts'
import type { SearchDependencies } from '../search/dependencies.ts'
import type { RecentAuctions } from '../search/recentAuctions.ts'
import type { Settings } from '../settings.ts'
import type { HeavyWork } from './heavyWork.ts'
import type { Limits } from './limits.ts'

/** The dependencies of the HTTP server. */
export type HttpDependencies = {
  db: Db
  clock: Clock
  log: Logger
  settings: Settings
  idTokens: IdTokenVerifier
  /** Undefined without a service account: accounts cannot be looked up. */
  identityAccounts: IdentityAccounts | undefined
  secrets: SecretBox
  /** Parses bounce reports. */
  parserPool: ParserPool
  registry: Registry
  postalCodes: PostalCodes
  channels: Channels
  wakeSenders: WakeSenders
  convert: SearchDependencies['convert']
  recent: RecentAuctions
  limits: Limits
  /** Runs previews, explanations and spellings on their own database connections. */
  heavyWork: HeavyWork
  vapidPublicKey: string
  /** Absent while the app has not been built; the API works without it. */
  builtApp: BuiltApp | undefined
  /** Reschedules held deliveries after a settings change. */
  rescheduleHeld: (tx: Tx, userId: string) => Promise<void>
  /** False once the process begins to stop. */
  isAccepting: () => boolean
}
