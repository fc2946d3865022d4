import { DAY_MS, HOUR_MS } from '../../contract/time.ts'
import { applyPlan } from '../accounts/plans.ts'
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
import type { Clock } from '../runtime/clock.ts'
import type { Logger } from '../runtime/log.ts'
import { type Loop, startLoop } from '../runtime/loop.ts'
import { deleteGapsBefore } from '../store/alertReport.ts'
import { deleteGoneDevices, endSilentDevices } from '../store/devices.ts'
import { deleteOldKeys } from '../store/idempotency.ts'
import { trimLogs } from '../store/logs.ts'
import { deleteEndedWindows } from '../store/rateLimits.ts'
import { deleteExpiredSessions } from '../store/sessions.ts'
import { listLapsedUsers } from '../store/subscriptions.ts'
import { deleteIdleGuests, deleteOldErasures } from '../store/users.ts'

/**
 * Applies the retention rules once an hour: log rows that all readers have passed, stored answers of idempotent calls, ended
 * sessions and so on. A rule that fails is logged and does not stop the others.
 */
export function startRetention(db: Db, clock: Clock, log: Logger): Loop {
  return startLoop('retention', log, async () => {
    const now = clock.now()
    const before = (ageMs: number) => new Date(now.getTime() - ageMs)
    const rules: Record<string, () => Promise<void>> = {
      logs: () => trimLogs(db, before(LOG_RETENTION_MS)),
      idempotencyKeys: () => deleteOldKeys(db, before(IDEMPOTENCY_RETENTION_MS)),
      sessions: () => deleteExpiredSessions(db, now),
      rateLimits: () => deleteEndedWindows(db, now),
      idleGuests: () => endIdleGuests(db, clock),
      erasures: () => deleteOldErasures(db, before(ERASURE_RETENTION_MS)),
      gaps: () => deleteGapsBefore(db, before(GAP_RETENTION_MS)),
      devices: () => retireDevices(db, clock),
      lapsedPlans: () => endLapsedPlans(db, clock),
    }
    for (const [rule, apply] of Object.entries(rules)) {
      await apply().catch((error) => log.error({ err: error, rule }, `retention rule failed: ${rule}`))
    }
    return HOUR_MS
  })
}

/** Small, because deleting a guest cascades to filters, matches and deliveries. */
const GUESTS_PER_STATEMENT = 20

/** Deletes guests that were not seen for {@link GUEST_IDLE_MS}. */
export async function endIdleGuests(db: Db, clock: Clock): Promise<void> {
  const seenBefore = new Date(clock.now().getTime() - GUEST_IDLE_MS)
  const removeSome = () => db.transaction().execute((tx) => deleteIdleGuests(tx, seenBefore, GUESTS_PER_STATEMENT))
  while ((await removeSome()) === GUESTS_PER_STATEMENT);
}

/** Marks silent devices as gone, and deletes gone ones after their retention period. */
export async function retireDevices(db: Db, clock: Clock): Promise<void> {
  const now = clock.now()
  await endSilentDevices(db, new Date(now.getTime() - DEVICE_SILENT_MS), now)
  await deleteGoneDevices(db, new Date(now.getTime() - GONE_DEVICE_RETENTION_MS))
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
