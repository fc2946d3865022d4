import { describe, expect, test } from 'vitest'
import { readSettings, SettingsError } from '../server/settings.ts'

/** The names of the variables that a refusal names, line by line. */
function faultsOf(environment: Record<string, string>): string[] {
  try {
    readSettings(environment)
  } catch (error) {
    if (error instanceof SettingsError) return error.message.split('\n').map((line) => line.split(':')[0] ?? '')
    throw error
  }
  return []
}

const FIREBASE = { FIREBASE_PROJECT_ID: 'lots', FIREBASE_API_KEY: 'key' }

test('nothing set: everything on this machine, for this machine alone', () => {
  expect(readSettings({})).toMatchObject({
    environment: 'development',
    host: '127.0.0.1',
    port: 4600,
    publicUrl: 'http://localhost:4600',
    roles: ['api', 'poll', 'match', 'deliver'],
    identity: { projectId: 'demo-lotwatch', emulatorHost: 'localhost:4602' },
    databaseUrl: undefined,
  })
})

test('an empty variable is one that is not set', () => {
  expect(readSettings({ PORT: '', DATABASE_URL: '', FIREBASE_PROJECT_ID: '' })).toEqual(readSettings({}))
})

describe('the identity emulator, where anyone may be anyone,', () => {
  test('is refused in production', () => {
    expect(faultsOf({ NODE_ENV: 'production' })).toEqual(['FIREBASE_PROJECT_ID'])
    expect(faultsOf({ NODE_ENV: 'production', FIREBASE_AUTH_EMULATOR_HOST: 'localhost:4602' })).toEqual(['FIREBASE_PROJECT_ID'])
    expect(readSettings({ NODE_ENV: 'production', ...FIREBASE }).identity.emulatorHost).toBeUndefined()
  })

  test('never stands beside a real project', () => {
    expect(faultsOf({ ...FIREBASE, FIREBASE_AUTH_EMULATOR_HOST: 'localhost:4602' })).toEqual(['FIREBASE_AUTH_EMULATOR_HOST'])
  })

  test.each(['0.0.0.0', '::', '192.168.1.2', 'lotwatch.example', '127.0.0.1.evil.example'])(
    'is not served to others at %s',
    (host) => {
      expect(faultsOf({ HOST: host })).toEqual(['HOST'])
      expect(faultsOf({ HOST: host, ...FIREBASE })).toEqual([])
    },
  )

  test.each(['127.0.0.1', '::1', 'localhost'])('is served at %s', (host) => {
    expect(faultsOf({ HOST: host })).toEqual([])
  })
})

test.each<[string, string]>([
  ['PORT', '65536'],
  ['PORT', 'eighty'],
  ['ROLES', 'api,cook'],
  ['PUBLIC_URL', 'lotwatch.example'],
  ['TRUST_PROXY', 'yes'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '10.0.0.1, proxy.lan'],
  ['GUESTS_PER_DAY', '0'],
  ['REQUESTS_PER_MINUTE', '0'],
  ['LOG_LEVEL', 'loud'],
  ['NODE_ENV', 'prod'],
  ['VAPID_SUBJECT', 'mailto:x@localhost'],
  ['FIREBASE_AUTH_EMULATOR_HOST', 'http://localhost:4602'],
  ['FIREBASE_SERVICE_ACCOUNT', '/etc/account.json'],
  ['FIREBASE_SERVICE_ACCOUNT', '{"type":"authorized_user"}'],
  ['PUSH_ORIGINS', 'push.example'],
  ['PUSH_ORIGINS', 'https://push.example,https://push.example/path'],
  ['DISCORD_URL', 'discord'],
])('%s=%s is refused by its name', (name, value) => {
  expect(faultsOf({ [name]: value })).toEqual([expect.stringMatching(`^${name}(\\.\\d)?$`)])
})

test('halves of pairs are refused', () => {
  expect(faultsOf({ FIREBASE_PROJECT_ID: 'lots' })).toEqual(['FIREBASE_API_KEY'])
  expect(faultsOf({ VAPID_PUBLIC_KEY: 'x' })).toEqual(['VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY'])
  expect(faultsOf({ MAIL_BOUNCES: 'bounces@lots.example' })).toEqual(['MAIL_BOUNCES and MAIL_BOUNCE_SECRET'])
  const secret = { MAIL_BOUNCE_SECRET: 'a secret of sixteen' }
  expect(faultsOf({ ...secret, MAIL_BOUNCES: 'too-long-for-a-token@lots.example' })).toEqual(['MAIL_BOUNCES'])
})

test('one message names every fault', () => {
  const wrong = { PORT: 'x', ROLES: 'cook', LOG_LEVEL: 'loud', HOST: '0.0.0.0', NODE_ENV: 'production', VAPID_PRIVATE_KEY: 'x' }
  expect(faultsOf(wrong)).toEqual([
    'PORT',
    'ROLES.0',
    'LOG_LEVEL',
    'FIREBASE_PROJECT_ID',
    'HOST',
    'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY',
  ])
})

test('lists and addresses are taken with the slashes and spaces that people leave in them', () => {
  expect(readSettings({ PUSH_ORIGINS: ' https://push.example/ , http://127.0.0.1:9000' }).push.origins).toEqual([
    'https://push.example',
    'http://127.0.0.1:9000',
  ])
  const project = { FIREBASE_PROJECT_ID: 'lots', FIREBASE_API_KEY: 'key' }
  expect(readSettings({ ...project, TRUST_PROXY: '10.0.0.0/8, ::1' }).trustProxy).toEqual(['10.0.0.0/8', '::1'])
  expect(readSettings({ ...project, TRUST_PROXY: '2' }).trustProxy).toBe(2)
  expect(readSettings({ ROLES: 'poll, match' }).roles).toEqual(['poll', 'match'])
  expect(readSettings({ ...project, PUBLIC_URL: 'https://lotwatch.example//' }).publicUrl).toBe('https://lotwatch.example')
})

describe('production', () => {
  const production = { NODE_ENV: 'production', FIREBASE_PROJECT_ID: 'lots', FIREBASE_API_KEY: 'key' }

  test('has no demo house and no plans without payment', () => {
    const { demoHouse, freePlans } = readSettings(production)
    expect([demoHouse.enabled, freePlans]).toEqual([false, false])
  })

  test('has them when they are asked for by name', () => {
    const { demoHouse, freePlans } = readSettings({ ...production, DEMO_HOUSE: 'true', FREE_PLANS: 'true' })
    expect([demoHouse.enabled, freePlans]).toEqual([true, true])
  })

  test('outside of it both are there', () => {
    const { demoHouse, freePlans } = readSettings({})
    expect([demoHouse.enabled, freePlans]).toEqual([true, true])
  })
})
