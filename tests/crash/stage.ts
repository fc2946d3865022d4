import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Random } from '../../bench/matching/random.ts'
import { DEFAULT_NOTIFICATION_SETTINGS } from '../../contract/notifications.ts'
import { MINUTE_MS } from '../../contract/time.ts'
import { startEmbeddedPostgres } from '../../server/database/embedded.ts'
import { loadVapidKeys } from '../../server/notifications/channels/webPush/vapid.ts'
import { freePort } from '../../server/runtime/freePort.ts'
import { aBrowser } from '../support/pushService.ts'
import { eventually, TestUser } from '../support/server.ts'
import { Faults } from './faults.ts'
import { openHouse, WATCHED } from './house.ts'
import { Lives } from './lives.ts'
import { addressOf, openStandIns, type StandIns, topicOf, webhookOf } from './standIns.ts'
import { openWatch } from './watch.ts'

/** Users whose alerts are counted. */
export const USERS = 4
/** Streams of random numbers, one for each component. */
const STREAMS = { house: 201, standIns: 202, feed: 205 }
const START_MS = MINUTE_MS

export type StageOptions = {
  readonly seed: number
  /** Share of rises among price changes. */
  readonly risingShare: number
  /** Whether feed requests fail like all other calls. */
  readonly feedFaults: boolean
}
export type Stage = Awaited<ReturnType<typeof openStage>>

/** Starts PostgreSQL, stand-ins for all external services, users with every channel, and the API as a process. */
export async function openStage({ seed, risingShare, feedFaults }: StageOptions, onEnd: (close: () => unknown) => void) {
  const random = (stream: keyof typeof STREAMS) => new Random(seed, STREAMS[stream])
  const folder = mkdtempSync(join(tmpdir(), 'lotwatch-storm-'))
  onEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  loadVapidKeys({ dataDir, vapid: { publicKey: undefined, privateKey: undefined, subject: '' } })
  const postgres = await startEmbeddedPostgres(folder)
  onEnd(() => postgres.stop())
  const browsers = Array.from({ length: USERS }, () => aBrowser())
  const standIns = await openStandIns(new Faults(random('standIns')), browsers)
  onEnd(() => standIns.close())
  const feedFaultsOrNone = feedFaults ? new Faults(random('feed')) : undefined
  const house = await openHouse(random('house'), { risingShare, faults: feedFaultsOrNone })
  onEnd(() => house.close())
  house.list()
  writeFileSync(
    join(dataDir, 'feeds.json'),
    JSON.stringify([{ id: 'lots', name: 'Lots', url: house.url, minIntervalMinutes: 1, allowPrivateAddress: true }]),
  )

  const port = String(await freePort())
  const logFile = join(folder, 'lives.log')
  const lives = new Lives(
    {
      ...{ DATABASE_URL: postgres.url, DATA_DIR: dataDir, PORT: port, DEMO_HOUSE: 'false', ECB_URL: standIns.ecbUrl },
      ...{ APP_DIR: join(folder, 'no-app'), LOG_LEVEL: 'error', REQUESTS_PER_MINUTE: '10000000', GUESTS_PER_DAY: '1000000' },
      ...{ DISCORD_URL: standIns.discordUrl, PUSH_ORIGINS: standIns.pushUrl, SMTP_URL: standIns.smtpUrl },
      WEBHOOK_HOSTS: [standIns.hookUrl, standIns.ntfyUrl].map((url) => new URL(url).host).join(','),
    },
    logFile,
  )
  onEnd(() => lives.end())
  lives.start('api', { ROLES: 'api' })
  const address = `http://127.0.0.1:${port}`
  await isReady(address)
  const ids = await makeUsers(address, browsers, standIns)
  const database = openWatch(postgres.url, ids)
  onEnd(() => database.end())
  return {
    ...{ postgres, house, standIns, lives, address, database, ids, logFile },
    /** Waits for the first poll of the feed: only auctions listed after it are new. */
    async firstPoll() {
      await eventually(async () => (await database.hurry()) && (await database.prices()).size > 0, 'the first poll', START_MS)
      const [catalogue] = house.lots
      if (catalogue) catalogue.isDone = true
    },
    /** Stops injecting faults. */
    calm() {
      standIns.calm()
      feedFaultsOrNone?.calm()
    },
  }
}

export const isReady = (address: string) =>
  eventually(
    () =>
      fetch(`${address}/api/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
    'the API',
    START_MS,
  )

/** Creates users with one filter and all channels; returns their ids. */
async function makeUsers(
  address: string,
  browsers: readonly ReturnType<typeof aBrowser>[],
  { pushUrl, hookUrl, ntfyUrl }: StandIns,
): Promise<string[]> {
  const ids: string[] = []
  for (const [index, { keys }] of browsers.entries()) {
    const user = await TestUser.signIn(address, { provider: 'password', email: addressOf(index) })
    const call = async (method: string, path: string, body: object) => {
      const { status, body: answer } = await user.call(method, path, body)
      if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(answer)}`)
    }
    const { webPush, ntfy } = DEFAULT_NOTIFICATION_SETTINGS
    await call('PUT', '/api/notifications/settings', {
      ...DEFAULT_NOTIFICATION_SETTINGS,
      discord: { enabled: true, webhookUrl: webhookOf(index), channelName: '', format: 'detailed' },
      webPush: { ...webPush, enabled: true },
      ntfy: { ...ntfy, enabled: true, address: `${ntfyUrl}/${topicOf(index)}` },
      webhook: { enabled: true, url: `${hookUrl}/${index}` },
    })
    const subscription = { endpoint: `${pushUrl}/${index}`, keys }
    await call('POST', '/api/notifications/devices', {
      kind: 'webPush',
      subscription,
      deviceKey: `device-${index}`,
      userAgent: '',
    })
    await call('POST', '/api/filters', { name: 'mine', keywords: WATCHED[index % WATCHED.length] ?? '' })
    ids.push((await user.get<{ id: string }>('/api/user/me')).id)
  }
  return ids
}
