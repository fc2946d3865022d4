import type { Clock } from '../clock.ts'
import type { Db, Tx } from '../database/pool.ts'
import type { Senders } from '../delivery/sender.ts'
import type { IdentityAccounts } from '../identity/accounts.ts'
import type { IdTokenVerifier } from '../identity/idToken.ts'
import type { PostalCodes } from '../location/postalCodes.ts'
import type { Logger } from '../log.ts'
import type { Registry } from '../marketplace/registry.ts'
import type { Convert } from '../matching/facts.ts'
import type { Reading } from '../reading/threads.ts'
import type { SecretBox } from '../secrets.ts'
import type { Settings } from '../settings.ts'
import type { DeliveryRow } from '../store/deliveries.ts'
import type { BuiltApp } from './builtApp.ts'
import type { HeavyWork } from './heavyWork.ts'
import type { Limits } from './limits.ts'
import type { RecentAuctions } from './recentAuctions.ts'

/** What the HTTP server is assembled from; tests hand in their own. */
export type HttpParts = {
  db: Db
  clock: Clock
  log: Logger
  settings: Settings
  idTokens: IdTokenVerifier
  /** Undefined without a service account: accounts cannot be looked up then. */
  identityAccounts: IdentityAccounts | undefined
  secrets: SecretBox
  /** Parses bounce reports in threads. */
  reading: Reading
  registry: Registry
  postalCodes: PostalCodes
  senders: Senders
  /** Adds the job that sends a delivery, in the transaction that plans it. */
  enqueueSend: (tx: Tx, delivery: DeliveryRow) => Promise<void>
  convert: Convert
  recent: RecentAuctions
  limits: Limits
  /** Previews, explanations and spellings, with database connections of their own. */
  heavyWork: HeavyWork
  vapidPublicKey: string
  /** Absent while the app has not been built; the API works without it. */
  builtApp: BuiltApp | undefined
  /** Plans anew what waits for a user's sake, once their settings have changed. */
  rescheduleHeld: (tx: Tx, userId: string) => Promise<void>
  /** False once the process has begun to stop. */
  isAccepting: () => boolean
}
