import { deviceName } from '../../contract/deviceName.ts'
import type { TestResult } from '../../contract/notifications.ts'
import type { Db } from '../database/pool.ts'
import type { Message, Senders } from '../notifications/channels/channel.ts'
import { type DeviceRow, listDevices, markDeviceDead, noteTestAnswer, startDeviceTest } from '../store/devices.ts'
import { newId } from '../store/ids.ts'
import { logUserEvents } from '../store/logs.ts'
import { isPaused } from './devices.ts'
import { deviceTarget } from './recipients.ts'

type Dependencies = { db: Db; clock: { now: () => Date }; senders: Senders }

/** Concurrent sends to the devices of one user. */
const MAX_CONCURRENT_TESTS = 10

/**
 * Sends a test message to every device of a user, or to one device. Each has its own id, under which the device reports it as
 * shown. The result's status is that of a failed send if there is one.
 * @returns undefined when there is no such device
 */
export async function testPush(
  deps: Dependencies,
  userId: string,
  message: Message,
  deviceId?: string,
): Promise<TestResult | undefined> {
  const reachable = (await listDevices(deps.db, userId)).filter(({ deadAt }) => !deadAt)
  const devices = deviceId === undefined ? reachable : reachable.filter(({ id }) => id === deviceId)
  if (deviceId !== undefined && devices.length === 0) return undefined
  const results: TestResult[] = []
  for (let start = 0; start < devices.length; start += MAX_CONCURRENT_TESTS) {
    const some = devices.slice(start, start + MAX_CONCURRENT_TESTS)
    results.push(...(await Promise.all(some.map((device) => testDevice(deps, device, message)))))
  }
  const failed = results.find((result) => result.status !== 'accepted')
  return {
    status: (failed ?? results[0])?.status ?? 'notSet',
    detail: results.map((result) => result.detail).join('; ') || 'no device',
  }
}

async function testDevice({ db, clock, senders }: Dependencies, device: DeviceRow, message: Message): Promise<TestResult> {
  const target = deviceTarget(device)
  if (target?.channel !== 'webPush') return { status: 'rejected', detail: `${deviceName(device.userAgent)}: no address` }
  const testId = newId()
  // Written first: the device may report the test before the push service answers.
  await startDeviceTest(db, device.id, testId, clock.now())
  const { status, detail } = await senders.webPush.send(target, { ...message, testId })
  await noteTestAnswer(db, testId, { status, detail })
  if (status === 'dead' && !(await isPaused(db, device, clock.now())))
    await markDeviceDead(db, device.id, clock.now(), { reason: 'provider', detail })
  await logUserEvents(db, [{ userId: device.userId, kind: 'device', subject: device.id }])
  return { status, detail: `${deviceName(device.userAgent)}: ${detail}` }
}
