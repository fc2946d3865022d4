import type { Device } from '../../../../contract/device.ts'
import { MINUTE_MS } from '../../../../contract/time.ts'
import type { Db, Tx } from '../../../database/pool.ts'
import { contactOf, type DeviceRow, staleBefore } from '../../../store/devices.ts'
import { logUserEvents } from '../../../store/logs.ts'
import { listPauses, type ProviderPause } from '../../../store/providerPauses.ts'
import { pushTarget, serviceOf } from './target.ts'

/** How long a stored pause counts. A paused provider is probed at least every 15 minutes while deliveries wait for it. */
const PAUSE_TRUST_MS = 30 * MINUTE_MS

/** Devices as their user sees them: state, last contact and last test. */
export async function describeDevices(db: Db, rows: readonly DeviceRow[], now: Date): Promise<Device[]> {
  if (rows.length === 0) return []
  const userIds = [...new Set(rows.map(({ userId }) => userId))]
  const pauses = await listPauses(db, new Date(now.getTime() - PAUSE_TRUST_MS), userIds)
  return rows.map((row) => describe(row, pauses, now))
}

function describe(row: DeviceRow, pauses: readonly ProviderPause[], now: Date): Device {
  const { deadAt, deadReason, deadDetail, shownAt } = row
  const contactAt = contactOf(row)
  const provider = pauses.length > 0 && providerOfDevice(row)
  const concerns = (one: ProviderPause) => one.provider === provider && (one.userId === null || one.userId === row.userId)
  const pause = deadAt ? undefined : pauses.find(concerns)
  return {
    id: row.id,
    kind: row.kind,
    deviceKey: row.deviceKey,
    userAgent: row.userAgent,
    createdAt: row.createdAt.toISOString(),
    refreshedAt: row.refreshedAt.toISOString(),
    state: deadAt ? 'gone' : pause ? 'paused' : contactAt < staleBefore(now) ? 'stale' : 'working',
    lastContactAt: contactAt.toISOString(),
    ...(shownAt ? { shownAt: shownAt.toISOString() } : {}),
    ...(deadAt ? { gone: { at: deadAt.toISOString(), reason: deadReason ?? 'provider', detail: deadDetail ?? '' } } : {}),
    ...(pause
      ? { paused: { since: pause.since.toISOString(), reason: pause.status === 'misconfigured' ? 'misconfigured' : 'failing' } }
      : {}),
    ...testOf(row),
  }
}

function testOf({ testAt, testStatus, testDetail, testShownAt }: DeviceRow): Pick<Device, 'test'> {
  if (!testAt) return {}
  return {
    test: {
      at: testAt.toISOString(),
      ...(testStatus ? { status: testStatus } : {}),
      detail: testDetail ?? '',
      ...(testShownAt ? { shownAt: testShownAt.toISOString() } : {}),
    },
  }
}

/** The push service of a device, under the name of its circuit breaker. */
function providerOfDevice(row: DeviceRow): string | undefined {
  const target = pushTarget(row)
  return target && serviceOf(target)
}

/** Whether a device's push service is paused. Its `dead` answers are not trusted then. */
export async function isPaused(db: Db, row: DeviceRow, now: Date): Promise<boolean> {
  const [device] = await describeDevices(db, [row], now)
  return device?.state === 'paused'
}

/** Informs the user's open pages of a change. */
export const logDeviceChange = (tx: Tx, { id, userId }: Pick<DeviceRow, 'id' | 'userId'>) =>
  logUserEvents(tx, [{ userId, kind: 'device', subject: id }])
