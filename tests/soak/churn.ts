import type { Random } from '../../bench/matching/random.ts'
import { WATCHED } from '../crash/house.ts'
import { callSurely } from '../crash/writer.ts'
import { aBrowser } from '../support/pushService.ts'
import { TestUser } from '../support/server.ts'

const PAUSE_MS = 1500
/** Users at a time; beyond this the oldest leaves. */
export const MOST_USERS = 12
const RETRY_MS = 200

export type ChurnReport = {
  readonly came: number
  readonly left: number
  /** Unexpected responses. */
  readonly wrong: readonly string[]
}

type Guest = { user: TestUser; filterId?: string; deviceId?: string }

/**
 * Users who come and go: each signs in, registers a device, creates a filter that matches, occasionally changes something, and
 * finally erases the account, after which the token must no longer work.
 */
export function startChurn(address: string, pushUrl: string, random: Random) {
  const there: Guest[] = []
  const wrong: string[] = []
  let [came, left, isOver] = [0, 0, false]

  async function expectStatus(what: string, statuses: readonly number[], call: ReturnType<typeof callSurely>) {
    const { status, body } = await call
    if (!statuses.includes(status)) wrong.push(`${what} answered ${status}: ${JSON.stringify(body)}`)
    return body as { id?: string } | undefined
  }

  async function come(): Promise<void> {
    const user = await signIn(address, `guest-${came++}`)
    const settings = (await callSurely(user, 'GET', '/api/notifications/settings')).body as { webPush: object }
    const body = { ...settings, webPush: { ...settings.webPush, enabled: true } }
    await expectStatus('settings', [200], callSurely(user, 'PUT', '/api/notifications/settings', { body }))
    const guest: Guest = { user }
    there.push(guest)
    await register(guest)
    await addFilter(guest)
  }

  async function register(guest: Guest): Promise<void> {
    const subscription = { endpoint: `${pushUrl}/guest-${came}-${random.below(1e9)}`, keys: aBrowser().keys }
    const body = { kind: 'webPush', deviceKey: `device-of-guest-${random.below(1e9)}`, userAgent: '', subscription }
    const device = await expectStatus('a device', [200], callSurely(guest.user, 'POST', '/api/notifications/devices', { body }))
    if (device?.id) guest.deviceId = device.id
  }

  async function addFilter(guest: Guest): Promise<void> {
    const body = { name: 'mine', keywords: random.pick(WATCHED) }
    const filter = await expectStatus('a filter', [201], callSurely(guest.user, 'POST', '/api/filters', { body }))
    if (filter?.id) guest.filterId = filter.id
  }

  async function change(guest: Guest): Promise<void> {
    const { user, filterId, deviceId } = guest
    if (random.chance(0.5) && filterId) {
      await expectStatus('the end of a filter', [204], callSurely(user, 'DELETE', `/api/filters/${filterId}`))
      await addFilter(guest)
    } else if (deviceId) {
      await expectStatus('the end of a device', [204], callSurely(user, 'DELETE', `/api/notifications/devices/${deviceId}`))
      await register(guest)
    }
  }

  async function leave({ user }: Guest): Promise<void> {
    left++
    // If the first attempt succeeded but its response was lost, the repeat has no session any more.
    await expectStatus('the end of an account', [204, 401], callSurely(user, 'DELETE', '/api/user/me'))
    await expectStatus('a call after it', [401], callSurely(user, 'GET', '/api/user/me'))
  }

  const coming = (async () => {
    while (!isOver) {
      await new Promise((proceed) => setTimeout(proceed, PAUSE_MS))
      const [oldest] = there
      if (oldest && there.length >= MOST_USERS) {
        there.shift()
        await leave(oldest)
      } else if (oldest && random.chance(0.4)) await change(random.pick(there))
      else await come()
    }
    for (const guest of there.splice(0)) await leave(guest)
  })()
  coming.catch((error) => wrong.push(String(error)))

  return {
    get came() {
      return came
    },
    async end(): Promise<ChurnReport> {
      isOver = true
      await coming.catch(() => {})
      return { came, left, wrong }
    },
  }
}

async function signIn(address: string, sub: string): Promise<TestUser> {
  for (;;) {
    try {
      return await TestUser.signIn(address, { sub })
    } catch {
      await new Promise((proceed) => setTimeout(proceed, RETRY_MS))
    }
  }
}
