import type { Device } from '../../../../contract/device.ts'
import type { TestResult } from '../../../../contract/notifications.ts'
import { type ApiErrorCode, errorCode } from '../../../api/errors.ts'
import { createResource } from '../../../data/resource.ts'
import { isLiveAtom } from '../../../data/streamState.ts'
import { PUSH_TEST_CHECK_INTERVAL_MS, PUSH_TEST_CHECKS, PUSH_TEST_CHECKS_PER_REFETCH } from '../../../limits.ts'
import { servicesAtom } from '../../../services/services.ts'
import { atom } from '../../../store/store.ts'
import { deleteDevice, listDevices, testChannel } from '../api.ts'

export const devices = createResource(listDevices, { topic: 'devices' })

export const forgetDeviceAtom = atom(null, async (get, set, id: string) => {
  try {
    await deleteDevice(get(servicesAtom).client, id)
  } finally {
    await set(devices.load)
  }
})

/**
 * A test message to one device or all. `waiting`: accepted messages may still be shown; `over`: they were, or count as not
 * shown. Each device holds its own result.
 */
type PushTest = {
  of: string | 'all'
  status: 'sending' | 'waiting' | 'over' | 'failed'
  result?: TestResult['status']
  code?: ApiErrorCode
  /** Each device's previous test. A device whose test differs was part of this one. */
  before: ReadonlyMap<string, string | undefined>
}

/** The last test; null if there was none. */
export const pushTestAtom = atom<PushTest | null>(null)

/** The devices that the test was sent to. */
export const testedDevices = ({ of, before }: PushTest, known: readonly Device[]): Device[] =>
  known.filter(({ id, test }) => (of === 'all' || of === id) && test && before.get(id) !== test.at)

/** Whether a device may still report its test as shown. The mobile app never reports. */
const isAwaited = ({ kind, test }: Device): boolean => kind !== 'native' && test?.status === 'accepted' && !test.shownAt

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Sends a test to one device or all, and watches for some seconds whether it is shown. */
export const testDevicesAtom = atom(null, async (get, set, device?: string) => {
  const { client } = get(servicesAtom)
  const known = () => get(devices.atom).value ?? []
  let test: PushTest = {
    of: device ?? 'all',
    status: 'sending',
    before: new Map(known().map(({ id, test: last }) => [id, last?.at])),
  }
  const isCurrent = () => get(pushTestAtom) === test
  const go = (change: Partial<PushTest>) => {
    test = { ...test, ...change }
    set(pushTestAtom, test)
  }
  go({})
  try {
    const { status } = await testChannel(client, { channel: 'webPush', ...(device ? { device } : {}) })
    if (!isCurrent()) return
    await set(devices.load)
    if (!isCurrent()) return
    go({ status: 'waiting', result: status })
  } catch (error) {
    if (isCurrent()) go({ status: 'failed', code: errorCode(error) })
    await set(devices.load)
    return
  }
  for (let checks = 1; checks <= PUSH_TEST_CHECKS && testedDevices(test, known()).some(isAwaited); checks++) {
    await pause(PUSH_TEST_CHECK_INTERVAL_MS)
    if (!isCurrent()) return
    const isDue = checks % PUSH_TEST_CHECKS_PER_REFETCH === 0 && !get(isLiveAtom)
    // The last check always asks the server, whatever live events said.
    if (isDue || checks === PUSH_TEST_CHECKS) await set(devices.load)
  }
  if (isCurrent()) go({ status: 'over' })
})
