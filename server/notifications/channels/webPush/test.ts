import { deviceName } from '../../../../contract/deviceName.ts'
import type { TestResult } from '../../../../contract/notifications.ts'
import type { Db } from '../../../database/pool.ts'
import { type DeviceRow, listDevices, markDeviceDead, noteTestAnswer, startDeviceTest } from '../../../store/devices.ts'
import { newId } from '../../../store/ids.ts'
import { logUserEvents } from '../../../store/logs.ts'
import type { Message, SendResult } from '../channel.ts'
import { isPaused } from './devices.ts'
import { type PushTarget, pushTarget } from './target.ts'

type Dependencies = {
  db: Db
  now: () => Date
  send: (target: PushTarget, message: Message) => Promise<SendResult>
}

/** Concurrent sends to the devices of one user. */
const MAX_CONCURRENT_TESTS = 10

/**
 * Sends a test message to every device of a user, or to one device. Each has its own id, under which the device reports it as
 * shown. The result's status is that of a failed send if there is one.
 * @returns undefined when there is no such device
 */
export async function testDevices(
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

async function testDevice({ db, now, send }: Dependencies, device: DeviceRow, message: Message): Promise<TestResult> {
  const target = pushTarget(device)
  if (!target) return { status: 'rejected', detail: `${deviceName(device.userAgent)}: no address` }
  const testId = newId()
  // Written first: the device may report the test before the push service answers.
  await startDeviceTest(db, device.id, testId, now())
  const { status, detail } = await send(target, { ...message, testId })
  await noteTestAnswer(db, testId, { status, detail })
  if (status === 'dead' && !(await isPaused(db, device, now())))
    await markDeviceDead(db, device.id, now(), { reason: 'provider', detail })
  await logUserEvents(db, [{ userId: device.userId, kind: 'device', subject: device.id }])
  return { status, detail: `${deviceName(device.userAgent)}: ${detail}` }
}
