import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UnsecuredJWT } from 'jose'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { createIdTokenVerifier } from '../../server/identity/idToken.ts'
import { systemClock } from '../../server/runtime/clock.ts'
import { type RunningServer, type ServerOverrides, startServer } from '../../server/server.ts'
import { DEMO_PROJECT_ID, readSettings } from '../../server/settings.ts'
import { createDatabase } from './database.ts'

export type TestServer = RunningServer & { databaseUrl: string; dataDir: string }

/** A whole server on a fresh database and a free port, with the API and the components that a test names. */
export async function startTestServer(
  environment: Record<string, string> = {},
  overrides: ServerOverrides = {},
): Promise<TestServer> {
  const databaseUrl = environment.DATABASE_URL ?? (await createDatabase())
  const dataDir = environment.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'lotwatch-data-'))
  // The emulator is refused beside a public address or a proxy: tokens stay unsigned all the same.
  const isPublic = environment.PUBLIC_URL !== undefined || environment.TRUST_PROXY !== undefined
  const project = { FIREBASE_PROJECT_ID: DEMO_PROJECT_ID, FIREBASE_API_KEY: 'test' }
  const settings = readSettings({
    NODE_ENV: 'test',
    PORT: '0',
    ROLES: 'api',
    DEMO_HOUSE: 'false',
    APP_DIR: join(dataDir, 'no-app'),
    // Nothing of the outside world is reached from tests.
    ECB_URL: 'http://127.0.0.1:9',
    LOG_LEVEL: 'silent',
    ...(isPublic ? project : environment.FIREBASE_PROJECT_ID ? {} : { FIREBASE_AUTH_EMULATOR_HOST: 'localhost:9' }),
    // Tests look again and again.
    REQUESTS_PER_MINUTE: '100000',
    GUESTS_PER_DAY: '100000',
    ...environment,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
  })
  const clock = overrides.clock ?? systemClock
  const server = await startServer(settings, {
    log: pino({ level: settings.logLevel }),
    ...(isPublic ? { idTokens: createIdTokenVerifier({ ...settings.identity, emulatorHost: 'localhost:9' }, clock) } : {}),
    ...overrides,
  })
  onTestFinished(async () => {
    await server.stop()
    if (!environment.DATA_DIR) rmSync(dataDir, { recursive: true, force: true })
  })
  return { ...server, databaseUrl, dataDir }
}

export type IdentityClaims = { sub: string; provider?: string; email?: string; email_verified?: boolean; name?: string }

/** An ID token as the identity emulator makes them: unsigned. */
export function idToken({ sub, provider = 'anonymous', ...claims }: IdentityClaims, issuedAt = new Date()): string {
  const seconds = Math.floor(issuedAt.getTime() / 1000)
  return new UnsecuredJWT({
    // As Google's accounts are; one made with a password is not, until a link has been opened.
    email_verified: claims.email !== undefined,
    ...claims,
    auth_time: seconds,
    user_id: sub,
    firebase: { identities: {}, sign_in_provider: provider },
  })
    .setIssuer(`https://securetoken.google.com/${DEMO_PROJECT_ID}`)
    .setAudience(DEMO_PROJECT_ID)
    .setSubject(sub)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + 3600)
    .encode()
}

export type Answer = { status: number; headers: Headers; body: unknown }

/** A client of the API. */
export class TestUser {
  readonly address: string
  readonly token: string | undefined

  constructor(address: string, token?: string) {
    this.address = address
    this.token = token
  }

  /** Signs in, as a guest unless the claims say otherwise. */
  static async signIn(address: string, claims: Partial<IdentityClaims> = {}, issuedAt?: Date): Promise<TestUser> {
    const sub = claims.sub ?? `user-${Math.random().toString(36).slice(2)}`
    const { status, body } = await new TestUser(address).call('POST', '/api/auth/firebase', {
      authToken: idToken({ ...claims, sub }, issuedAt),
    })
    if (status !== 200) throw new Error(`sign-in answered ${status}: ${JSON.stringify(body)}`)
    return new TestUser(address, (body as { authToken: string }).authToken)
  }

  async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const response = await fetch(this.address + path, {
      method,
      headers: {
        ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
  }

  /** As {@link call}, but the call must succeed. */
  async get<T>(path: string): Promise<T> {
    const { status, body } = await this.call('GET', path)
    if (status !== 200) throw new Error(`GET ${path} answered ${status}: ${JSON.stringify(body)}`)
    return body as T
  }
}

/** Polls until `look` returns something; for work of other processes or threads. */
export async function eventually<T>(look: () => Promise<T | undefined | false>, what: string, timeoutMs = 20_000): Promise<T> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const seen = await look()
    if (seen !== undefined && seen !== false) return seen
    if (Date.now() > deadline) throw new Error(`waited ${timeoutMs} ms in vain for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
