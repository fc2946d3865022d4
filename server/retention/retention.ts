import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/time.ts'
import { applyPlan } from '../accounts/plans.ts'
import type { Leadership } from '../database/leadership.ts'
import type { Db } from '../database/pool.ts'
import {
  DEVICE_SILENT_MS,
  ERASURE_RETENTION_MS,
  GAP_RETENTION_MS,
  GONE_DEVICE_RETENTION_MS,
  GUEST_IDLE_MS,
  IDEMPOTENCY_RETENTION_MS,
  LOG_RETENTION_MS,
} from '../limits.ts'
import type { Connector } from '../marketplaces/connector.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Logger } from '../runtime/log.ts'
import { type Loop, startLoop } from '../runtime/loop.ts'
import type { Settings } from '../settings.ts'
import { deleteGapsBefore } from '../store/alertReport.ts'
import { deleteGoneDevices, endSilentDevices } from '../store/devices.ts'
import { deleteOldKeys } from '../store/idempotency.ts'
import { trimLogs } from '../store/logs.ts'
import { deleteEndedWindows } from '../store/rateLimits.ts'
import * as store from '../store/retention.ts'
import { deleteExpiredSessions, deleteOldSignIns } from '../store/sessions.ts'
import { listLapsedUsers } from '../store/subscriptions.ts'
import { deleteIdleGuests, deleteOldErasures } from '../store/users.ts'
import { deleteAuctions, inBatches, startKeepingTerms } from './auctionRetention.ts'

/** How often a standby process tries to become the one that deletes. */
const STANDBY_MS = MINUTE_MS

export type RetentionDependencies = {
  db: Db
  clock: Clock
  log: Logger
  leadership: Leadership
  connectors: readonly Connector[]
  /** How long data is kept. */
  keep: Settings['retention']
}

/**
 * Applies the retention rules of `docs/data.md` once an hour, and the terms of the marketplaces all the time. One process in the
 * cluster does this; the others stand by.
 */
export function startRetention(deps: RetentionDependencies): Pick<Loop, 'stop'> {
  const { log, leadership } = deps
  const loop = startLoop('retention', log, async (signal) => {
    if (!(await leadership.hold())) return STANDBY_MS
    await applyRetention(deps, signal)
    return HOUR_MS
  })
  const terms = startKeepingTerms(deps)
  return {
    async stop() {
      await Promise.all([loop.stop(), terms.stop()])
      await leadership.release()
    },
  }
}

/** Applies all rules, each until nothing is left to delete. A rule that fails is logged and does not stop the others. */
export async function applyRetention(
  { db, clock, log, keep }: Omit<RetentionDependencies, 'leadership' | 'connectors'>,
  signal: AbortSignal,
): Promise<void> {
  const now = clock.now()
  const before = (ageMs: number) => new Date(now.getTime() - ageMs)
  /** Does nothing if the age is not limited. */
  const past =
    <T>(ageMs: number | undefined, rule: (before: Date) => Promise<T>) =>
    async () =>
      ageMs === undefined ? false : rule(before(ageMs))
  const oldRows: Record<string, () => Promise<boolean>> = {
    logs: () => trimLogs(db, before(LOG_RETENTION_MS)),
    idempotencyKeys: () => deleteOldKeys(db, before(IDEMPOTENCY_RETENTION_MS)),
    sessions: () => deleteExpiredSessions(db, now),
    signIns: () => deleteOldSignIns(db, before(ERASURE_RETENTION_MS)),
    rateLimits: () => deleteEndedWindows(db, now),
    erasures: () => deleteOldErasures(db, before(ERASURE_RETENTION_MS)),
    gaps: () => deleteGapsBefore(db, before(GAP_RETENTION_MS)),
    alerts: past(keep.alertsMs, (date) => store.deleteOldDeliveries(db, date)),
    pollDays: past(keep.statisticsMs, (date) => store.deleteOldPollDays(db, date)),
    searchCounts: past(keep.statisticsMs, (date) => store.deleteOldSearchCounts(db, date)),
    filterReports: past(keep.filterReportsMs, (date) => store.deleteOldFilterReports(db, date)),
  }
  const rules: Record<string, () => Promise<unknown>> = {
    ...Object.fromEntries(Object.entries(oldRows).map(([rule, batch]) => [rule, () => inBatches(signal, batch)])),
    endedAuctions: past(keep.auctionsMs, (date) => deleteAuctions(db, clock, store.endedBefore(date), signal)),
    unseenAuctions: past(keep.auctionsMs, (date) => deleteAuctions(db, clock, store.unseenSince(date), signal)),
    idleGuests: () => endIdleGuests(db, clock, signal),
    devices: () => retireDevices(db, clock, signal),
    lapsedPlans: () => endLapsedPlans(db, clock),
  }
  for (const [rule, apply] of Object.entries(rules)) {
    if (signal.aborted) return
    await apply().catch((error) => log.error({ err: error, rule }, `retention rule failed: ${rule}`))
  }
}

const NEVER = new AbortController().signal

/** Small, because deleting a guest cascades to filters, matches and deliveries. */
const GUESTS_PER_STATEMENT = 20

/** Deletes guests that were not seen for {@link GUEST_IDLE_MS}. */
export async function endIdleGuests(db: Db, clock: Clock, signal = NEVER): Promise<void> {
  const seenBefore = new Date(clock.now().getTime() - GUEST_IDLE_MS)
  const removeSome = () => db.transaction().execute((tx) => deleteIdleGuests(tx, seenBefore, GUESTS_PER_STATEMENT))
  await inBatches(signal, async () => (await removeSome()) === GUESTS_PER_STATEMENT)
}

/** Marks silent devices as gone, and deletes gone ones after their retention period. */
export async function retireDevices(db: Db, clock: Clock, signal = NEVER): Promise<void> {
  const now = clock.now()
  await endSilentDevices(db, new Date(now.getTime() - DEVICE_SILENT_MS), now)
  await inBatches(signal, () => deleteGoneDevices(db, new Date(now.getTime() - GONE_DEVICE_RETENTION_MS)))
}

/** How far back ended subscriptions are searched: longer than any outage. */
const LAPSE_WINDOW_MS = 30 * DAY_MS

/** Applies the limits of the free plan to users whose subscription has ended. */
export async function endLapsedPlans(db: Db, clock: Clock): Promise<void> {
  const now = clock.now()
  for (const userId of await listLapsedUsers(db, new Date(now.getTime() - LAPSE_WINDOW_MS), now)) {
    await db.transaction().execute((tx) => applyPlan(tx, userId, now))
  }
}
