import { createECDH, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished } from 'vitest'
import type { Problem } from '../../contract/errors.ts'
import type { Delivery } from '../../contract/notifications.ts'
import { SECOND_MS } from '../../contract/time.ts'
import { openPool } from '../../server/database/pool.ts'
import { startProvider } from '../support/providers.ts'
import { aBrowser } from '../support/pushService.ts'
import { ScriptedMarketplace } from '../support/scriptedMarketplace.ts'
import { eventually, startTestServer, TestUser } from '../support/server.ts'
import { attack } from './support/attack.ts'

const ORIGIN = 'https://push.example'
const draftOf = (endpoint: string, keys: object, deviceKey: string) => ({
  ...{ kind: 'webPush', deviceKey, userAgent: '', subscription: { endpoint, keys } },
})
const register = (user: TestUser, draft: object) => user.call('POST', '/api/notifications/devices', draft)

/** A well-formed point that is not on the curve. */
function offTheCurve(): string {
  const point = createECDH('prime256v1').generateKeys()
  point[64] = (point[64] ?? 0) ^ 1
  return point.toString('base64url')
}

attack('a registration whose keys no message can be encrypted with', async (record) => {
  const { address } = await startTestServer({ PUSH_ORIGINS: ORIGIN })
  const user = await TestUser.signIn(address)
  const { p256dh, auth } = aBrowser().keys
  const point = Buffer.from(p256dh, 'base64url')
  const compressed = createECDH('prime256v1').generateKeys('base64url', 'compressed')
  const others = createECDH('secp256k1').generateKeys('base64url')
  const keys: [label: string, path: string, keys: object][] = [
    ['p256dh: one letter', 'p256dh', { p256dh: 'x', auth }],
    ['p256dh: letters', 'p256dh', { p256dh: 'p'.repeat(87), auth }],
    ['p256dh: zeros', 'p256dh', { p256dh: Buffer.alloc(65).toString('base64url'), auth }],
    ['p256dh: 0x04 and zeros', 'p256dh', { p256dh: Buffer.from([4, ...Buffer.alloc(64)]).toString('base64url'), auth }],
    ['p256dh: one byte less', 'p256dh', { p256dh: point.subarray(0, 64).toString('base64url'), auth }],
    ['p256dh: one byte more', 'p256dh', { p256dh: Buffer.concat([point, Buffer.alloc(1)]).toString('base64url'), auth }],
    ['p256dh: compressed', 'p256dh', { p256dh: compressed, auth }],
    ['p256dh: of another curve', 'p256dh', { p256dh: others, auth }],
    ['p256dh: off the curve', 'p256dh', { p256dh: offTheCurve(), auth }],
    ['p256dh: with padding', 'p256dh', { p256dh: `${p256dh}=`, auth }],
    [
      'p256dh: another last character of the same bytes',
      'p256dh',
      { p256dh: `${p256dh.slice(0, -1)}${nextCharacter(p256dh)}`, auth },
    ],
    ['auth: empty', 'auth', { p256dh, auth: '' }],
    ['auth: 15 bytes', 'auth', { p256dh, auth: randomBytes(15).toString('base64url') }],
    ['auth: 17 bytes', 'auth', { p256dh, auth: randomBytes(17).toString('base64url') }],
    ['auth: another last character of the same bytes', 'auth', { p256dh, auth: `${auth.slice(0, -1)}${nextCharacter(auth)}` }],
    ['auth: in base64', 'auth', { p256dh, auth: Buffer.alloc(16, 255).toString('base64') }],
  ]
  for (const [label, path, bad] of keys) {
    const { status, body } = await register(user, draftOf(`${ORIGIN}/x`, bad, 'browser-1'))
    const paths = (body as Problem).errors?.map((error) => error.path)
    record(label, status !== 422 || paths?.join() !== `subscription.keys.${path}`)
  }
  expect(await user.get('/api/notifications/devices')).toEqual([])
  expect((await register(user, draftOf(`${ORIGIN}/x`, { p256dh, auth }, 'browser-1'))).status).toBe(200)
})

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
/** Replaces the last character: decoders that ignore its unused bits read the same bytes. */
const nextCharacter = (text: string) => ALPHABET[ALPHABET.indexOf(text.at(-1) ?? '') + 1]

attack('one endpoint registered as several devices, by other spellings', async (record) => {
  const { address } = await startTestServer()
  const user = await TestUser.signIn(address)
  const path = '/fcm/send/abc:DEF'
  const spellings = [
    `https://fcm.googleapis.com${path}`,
    `HTTPS://FCM.GoogleAPIs.com${path}`,
    `https://fcm.googleapis.com:443${path}`,
    `https://fcm.googleapis.com:0443${path}`,
    `https://fcm.googleapis.com${path}#x`,
    `https://fcm.googleapis.com/./fcm/../fcm/send/abc:DEF`,
    `https://fcm.googleapis%2ecom${path}`,
    `https://ｆｃｍ.googleapis.com${path}`,
  ]
  for (const [index, endpoint] of spellings.entries()) {
    const { status } = await register(user, draftOf(endpoint, aBrowser().keys, `browser-${index}`))
    const devices = await user.get<object[]>('/api/notifications/devices')
    record(endpoint, ![200, 422].includes(status) || devices.length !== 1)
  }
})

const GUESTS = 5
const DEVICES = 40
const LISTINGS = 29

attack(
  'guests with dead and unusable devices stop the pushes of another user',
  async (record) => {
    const marketplace = new ScriptedMarketplace()
    const push = await startProvider(({ path }) => ({ status: path.startsWith('/dead') ? 410 : 201 }))
    const { address, databaseUrl } = await startTestServer(
      { ROLES: 'api,poll,match,deliver', PUSH_ORIGINS: push.url },
      { connectors: [marketplace.connector] },
    )
    const victim = await TestUser.signIn(address)
    const guests = await Promise.all(Array.from({ length: GUESTS }, () => TestUser.signIn(address)))
    for (const user of [victim, ...guests]) {
      const settings = await user.get<{ webPush: object }>('/api/notifications/settings')
      await user.call('PUT', '/api/notifications/settings', { ...settings, webPush: { ...settings.webPush, enabled: true } })
      expect((await user.call('POST', '/api/filters', { name: 'mine', keywords: 'leica' })).status).toBe(201)
    }
    expect((await register(victim, draftOf(`${push.url}/ada`, aBrowser().keys, 'browser-of-ada'))).status).toBe(200)
    for (const [index, guest] of guests.entries()) {
      const draft = draftOf(`${push.url}/dead-${index}`, aBrowser().keys, `browser-${index}`)
      expect((await register(guest, draft)).status).toBe(200)
    }
    await multiplyDevices(databaseUrl)
    await marketplace.polled()
    for (let listing = 0; listing < LISTINGS; listing++) marketplace.put(`lot-${listing}`, { title: `Leica ${listing}` })

    const ledger = async () => (await victim.get<{ items: Delivery[] }>('/api/notifications/deliveries?limit=200')).items
    const isOver = ({ status }: Delivery) => !['waiting', 'held', 'sending'].includes(status)
    const deliveries = await eventually(
      async () => {
        const all = await ledger()
        return all.length === LISTINGS && all.every(isOver) && all
      },
      'the pushes of the victim',
      45 * SECOND_MS,
    )
    for (const { status, attempts } of deliveries)
      record(`${status}, ${attempts.length} tries`, status !== 'accepted' || attempts.length !== 1)
    expect(push.received.filter(({ path }) => path === '/ada')).toHaveLength(LISTINGS)
    expect(push.received.filter(({ path }) => path.startsWith('/dead')).length).toBeGreaterThan(0)
  },
  120 * SECOND_MS,
)

/**
 * Gives each guest more devices than the limit allows, half of them with keys that were once accepted, as rows stored by an
 * older version.
 */
async function multiplyDevices(databaseUrl: string): Promise<void> {
  const pool = openPool(databaseUrl, pino({ level: 'silent' }), 1)
  onTestFinished(() => pool.end())
  await sql`
    insert into device (id, user_id, device_key, kind, address, subscription, user_agent, created_at, refreshed_at)
    select gen_random_uuid(), user_id, device_key || number, kind, address || number,
      jsonb_set(
        jsonb_set(subscription, '{endpoint}', to_jsonb(address || number)),
        '{keys,p256dh}', case when number % 2 = 0 then '"x"' else subscription #> '{keys,p256dh}' end),
      user_agent, created_at, refreshed_at
    from device, generate_series(1, ${DEVICES}) as number where address like '%/dead-%'`.execute(pool.db)
}
