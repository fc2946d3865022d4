import { resolve } from 'node:path'
import ipaddr from 'ipaddr.js'
import * as z from 'zod'
import { DAY_MS } from '../contract/time.ts'

/** The server's roles. One process runs all of them unless `ROLES` says otherwise. */
const Role = z.enum(['api', 'poll', 'match', 'deliver'])
export type Role = z.infer<typeof Role>

const url = z.url().transform((text) => text.replace(/(?<!\/)\/+$/, ''))
const port = z.coerce.number().int().min(0).max(65_535)
/** The required fields of a service account; Google's file has more. */
export const ServiceAccount = z.object({
  project_id: z.string(),
  client_email: z.string(),
  private_key: z.string(),
  token_uri: z.url(),
})

function isServiceAccount(text: string): boolean {
  try {
    return ServiceAccount.safeParse(JSON.parse(text)).success
  } catch {
    return false
  }
}

const HOST_AND_PORT = /^[\w.-]+:\d+$/
const flag = z.enum(['true', 'false']).transform((word) => word === 'true')

const MAX_RETENTION_DAYS = 36_500
/** A retention period in days; 0 is no limit. */
const days = (byDefault: number) => z.coerce.number().int().min(0).max(MAX_RETENTION_DAYS).default(byDefault)

/** Comma-separated words. */
const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean),
  )

/** Every setting, by the name of its environment variable. `docs/configuration.md` is generated from this. */
export const Environment = z.object({
  NODE_ENV: z
    .enum(['production', 'development', 'test'])
    .default('development')
    .describe('`production` needs a Firebase project and turns the demo house and free plans off'),
  PORT: port.default(4600).describe('port to listen at'),
  HOST: z
    .string()
    .default('127.0.0.1')
    .describe('address to listen at; loopback only while the identity emulator stands in for Firebase'),
  PUBLIC_URL: url
    .optional()
    .describe(
      'address that people use: links in mails, sitemap, languages. Default: `http://localhost:$PORT`. A loopback address while the identity emulator stands in for Firebase',
    ),
  TRUST_PROXY: z
    .string()
    .default('false')
    .transform((text, context) => {
      const trusted = readTrustedProxies(text)
      if (trusted === undefined) context.addIssue('must be the number of proxies (1) or their addresses, comma-separated')
      return trusted ?? false
    })
    .describe(
      "trusted proxies in front: their number (`1`), or their addresses and networks (`10.0.0.0/8,fd00::/8`). The client's address is read from what they add to `X-Forwarded-For`",
    ),
  DATA_DIR: z
    .string()
    .default('./data')
    .describe(
      "embedded database, keys, exchange rates. Losing the keys invalidates every browser's push registration, every webhook secret and every feed address",
    ),
  DATABASE_URL: z.string().optional().describe('PostgreSQL 15 or newer; by default an embedded one'),
  ROLES: z
    .string()
    .default('api,poll,match,deliver')
    .transform((text) => text.split(',').map((word) => word.trim()))
    .pipe(z.array(Role).min(1))
    .describe('roles of the server that this process runs'),
  APP_DIR: z.string().default('./dist').describe('the built app'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info').describe('least severity that is logged'),
  MATCHING_THREADS: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .default(1)
    .describe('threads that share the filters; more than one pays from some 500,000 filters on, one for each spare core'),
  REQUESTS_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(1)
    .default(600)
    .describe(
      'calls of one user a minute, counted over all processes; the other limits derive from it ([security](security.md))',
    ),
  GUESTS_PER_DAY: z.coerce
    .number()
    .int()
    .min(1)
    .default(300)
    .describe('guest accounts that one network (IPv4 address, IPv6 /48) may create in a day'),

  FIREBASE_PROJECT_ID: z
    .string()
    .optional()
    .describe('Firebase project that signs users in; required in production, by default the identity emulator'),
  FIREBASE_API_KEY: z.string().optional().describe('required with `FIREBASE_PROJECT_ID`'),
  FIREBASE_AUTH_DOMAIN: z.string().optional().describe('default: `<project>.firebaseapp.com`'),
  FIREBASE_AUTH_EMULATOR_HOST: z
    .string()
    .regex(HOST_AND_PORT, 'host:port')
    .optional()
    .describe('address of the identity emulator. Default: `localhost:4602`'),
  FIREBASE_SERVICE_ACCOUNT: z
    .string()
    .refine(isServiceAccount, "not a service account's JSON")
    .optional()
    .describe(
      "a service account's JSON: sends through FCM, checks accounts daily and deletes them at the identity provider. Without it the app signs in again every day by itself",
    ),
  FIREBASE_APP_ID: z
    .string()
    .optional()
    .describe('push in browsers through Firebase Cloud Messaging; by default standard web push'),
  FIREBASE_MESSAGING_SENDER_ID: z.string().optional().describe('as above'),
  FIREBASE_VAPID_KEY: z.string().optional().describe('as above'),
  FIREBASE_JWKS_URL: url
    .default('https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com')
    .describe('public keys of ID tokens'),
  FCM_URL: url.default('https://fcm.googleapis.com').describe('Firebase Cloud Messaging'),
  IDENTITY_TOOLKIT_URL: url.default('https://identitytoolkit.googleapis.com').describe('where accounts are looked up'),

  VAPID_PUBLIC_KEY: z.string().optional().describe('keys of standard web push; by default generated in `DATA_DIR`'),
  VAPID_PRIVATE_KEY: z.string().optional().describe('as above'),
  VAPID_SUBJECT: z
    .string()
    .regex(
      /^(?:mailto:[^@\s]+@[^@\s.]+(?:\.[^@\s.]+)+|https:\/\/.+)$/,
      'a mailto: or https: address, as push services demand (RFC 8292)',
    )
    .optional()
    .describe('`mailto:` or `https:` address of the operator; Apple insists on one'),
  PUSH_ORIGINS: list
    .transform((origins) => origins.map((origin) => origin.replace(/(?<!\/)\/+$/, '')))
    .pipe(
      z.array(z.string().refine((text) => URL.canParse(text) && new URL(text).origin === text, 'scheme, host and port alone')),
    )
    .describe("origins that may be pushed to besides the browsers' own push services, comma-separated"),
  PUSH_CA_FILE: z.string().optional().describe('PEM file of certificate authorities to trust at those origins'),

  DISCORD_URL: url.default('https://discord.com').describe('where Discord webhooks are called'),
  WEBHOOK_HOSTS: list
    .transform((hosts) => hosts.map((host) => host.toLowerCase()))
    .pipe(z.array(z.string().refine((host) => URL.parse(`http://${host}`)?.host === host, 'host and port alone')))
    .describe(
      "hosts of the operator's own network (`home.lan:8123`) where services that users name, such as their webhooks, may be; comma-separated; all others must be public and https",
    ),
  TELEGRAM_BOT_TOKEN: z
    .string()
    .regex(/^\d{1,15}:[\w-]{20,100}$/, 'a token as BotFather gives it')
    .optional()
    .describe('token of your Telegram bot ([operation](operate.md#telegram)); without one Telegram is not offered'),
  TELEGRAM_URL: url.default('https://api.telegram.org').describe('Bot API of Telegram, or a server of your own that serves it'),
  SMTP_URL: z.string().optional().describe('mail server; without one mails fail and the ledger says why'),
  MAIL_FROM: z.string().default('Lotwatch <lotwatch@localhost>').describe('sender of mails'),
  MAIL_BOUNCES: z
    .string()
    .regex(/^[\w.-]{1,11}@[\w.-]+$/, 'an address with at most 11 characters before the @, for what is added there to fit')
    .optional()
    .describe('mailbox for reports of undeliverable mail; it must accept `+` addresses ([operation](operate.md#mail))'),
  MAIL_BOUNCE_SECRET: z
    .string()
    .min(16)
    .optional()
    .describe('secret that the mail server sends with such a report; required with `MAIL_BOUNCES`'),

  ECB_URL: url.default('https://www.ecb.europa.eu').describe('reference rates for comparing prices across currencies'),
  DEMO_HOUSE: flag.optional().describe('the simulated auction house. Default: `true`, in production `false`'),
  DEMO_HOUSE_URL: url.default('http://localhost:4601').describe('address of the simulated auction house'),
  FREE_PLANS: flag.optional().describe('grants paid plans without payment. Default: `true`, in production `false`'),
  FEEDS_FILE: z.string().optional().describe('feeds to watch ([operation](operate.md#feeds)). Default: `$DATA_DIR/feeds.json`'),

  RETENTION_AUCTIONS_DAYS: days(90).describe(
    'how long auctions are kept after their end, with prices, matches and alerts; those that a user has saved are kept longer ([data](data.md)). 0: for ever',
  ),
  RETENTION_ALERTS_DAYS: days(180).describe('how long alerts and their attempts are kept at most. 0: for ever'),
  RETENTION_STATISTICS_DAYS: days(400).describe(
    'how long the daily counts of polls and monthly counts of previews are kept. 0: for ever',
  ),
  RETENTION_FILTER_REPORTS_DAYS: days(400).describe("how long users' reports of unsuitable matches are kept. 0: for ever"),
})

/** `false`, a number of proxies, or addresses and networks (CIDR); undefined for anything else. */
function readTrustedProxies(text: string): false | number | string[] | undefined {
  if (text === 'false' || text === '0') return false
  if (/^[1-9]\d?$/.test(text)) return Number(text)
  const networks = text.split(',').map((network) => network.trim())
  return networks.every((network) => ipaddr.isValid(network) || ipaddr.isValidCIDR(network)) ? networks : undefined
}

export type Settings = ReturnType<typeof readSettings>

/** The project id for the identity emulator. The `demo-` prefix keeps Google's tools off the network. */
export const DEMO_PROJECT_ID = 'demo-lotwatch'
const LOOPBACK_HOSTS = ['127.0.0.1', '::1', 'localhost']

/**
 * Reads and validates the settings.
 * @throws SettingsError with all faults in one message
 */
export function readSettings(environment: Readonly<Record<string, string | undefined>>) {
  // Shells and compose files pass unset variables as empty ones.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = Environment.safeParse(given)
  const faults = [
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    ...faultsBetween(given),
  ]
  if (!parsed.success || faults.length > 0) throw new SettingsError(faults)
  const values = parsed.data
  const dataDir = resolve(values.DATA_DIR)
  const emulated = values.FIREBASE_PROJECT_ID === undefined
  const isProduction = values.NODE_ENV === 'production'

  return {
    environment: values.NODE_ENV,
    port: values.PORT,
    host: values.HOST,
    dataDir,
    databaseUrl: values.DATABASE_URL,
    publicUrl: values.PUBLIC_URL ?? `http://localhost:${values.PORT}`,
    trustProxy: values.TRUST_PROXY,
    requestsPerMinute: values.REQUESTS_PER_MINUTE,
    guestsPerDay: values.GUESTS_PER_DAY,
    logLevel: values.LOG_LEVEL,
    matchingThreads: values.MATCHING_THREADS,
    roles: values.ROLES as readonly Role[],
    identity: {
      projectId: values.FIREBASE_PROJECT_ID ?? DEMO_PROJECT_ID,
      // The emulator accepts any key, but the SDK requires one.
      apiKey: values.FIREBASE_API_KEY ?? 'emulator',
      // Firebase's default host of a project's sign-in window.
      authDomain: values.FIREBASE_AUTH_DOMAIN ?? (emulated ? undefined : `${values.FIREBASE_PROJECT_ID}.firebaseapp.com`),
      emulatorHost: emulated ? (values.FIREBASE_AUTH_EMULATOR_HOST ?? 'localhost:4602') : undefined,
      jwksUrl: values.FIREBASE_JWKS_URL,
      toolkitUrl: values.IDENTITY_TOOLKIT_URL,
    },
    fcm: {
      url: values.FCM_URL,
      serviceAccount: values.FIREBASE_SERVICE_ACCOUNT,
      appId: values.FIREBASE_APP_ID,
      messagingSenderId: values.FIREBASE_MESSAGING_SENDER_ID,
      vapidKey: values.FIREBASE_VAPID_KEY,
    },
    vapid: {
      publicKey: values.VAPID_PUBLIC_KEY,
      privateKey: values.VAPID_PRIVATE_KEY,
      subject: values.VAPID_SUBJECT ?? 'https://lotwatch.invalid/contact',
    },
    push: {
      origins: values.PUSH_ORIGINS,
      caFile: values.PUSH_CA_FILE,
    },
    webhookHosts: values.WEBHOOK_HOSTS as readonly string[],
    discordUrl: values.DISCORD_URL,
    telegram: { token: values.TELEGRAM_BOT_TOKEN, url: values.TELEGRAM_URL },
    mail: {
      smtpUrl: values.SMTP_URL,
      from: values.MAIL_FROM,
      bounces: values.MAIL_BOUNCES,
      bounceSecret: values.MAIL_BOUNCE_SECRET,
    },
    ecbUrl: values.ECB_URL,
    demoHouse: { enabled: values.DEMO_HOUSE ?? !isProduction, url: values.DEMO_HOUSE_URL },
    freePlans: values.FREE_PLANS ?? !isProduction,
    feedsFile: resolve(values.FEEDS_FILE ?? `${dataDir}/feeds.json`),
    appDir: resolve(values.APP_DIR),
    /** How long data is kept; undefined: for ever. */
    retention: {
      auctionsMs: retentionMs(values.RETENTION_AUCTIONS_DAYS),
      alertsMs: retentionMs(values.RETENTION_ALERTS_DAYS),
      statisticsMs: retentionMs(values.RETENTION_STATISTICS_DAYS),
      filterReportsMs: retentionMs(values.RETENTION_FILTER_REPORTS_DAYS),
    },
  }
}

const retentionMs = (count: number): number | undefined => (count === 0 ? undefined : count * DAY_MS)

/** Faults that involve several variables. */
function faultsBetween(given: Readonly<Record<string, string | undefined>>): string[] {
  const faults: string[] = []
  const emulated = given.FIREBASE_PROJECT_ID === undefined
  if (!emulated && !given.FIREBASE_API_KEY) faults.push('FIREBASE_API_KEY: needed with FIREBASE_PROJECT_ID')
  if (emulated && given.NODE_ENV === 'production') {
    faults.push('FIREBASE_PROJECT_ID: needed in production, where the identity emulator (anyone may be anyone) is refused')
  }
  if (!emulated && given.FIREBASE_AUTH_EMULATOR_HOST) {
    faults.push('FIREBASE_AUTH_EMULATOR_HOST: not together with FIREBASE_PROJECT_ID')
  }
  if (emulated) faults.push(...emulatorFaults(given))
  if (Boolean(given.VAPID_PUBLIC_KEY) !== Boolean(given.VAPID_PRIVATE_KEY)) {
    faults.push('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY: both or neither')
  }
  if (Boolean(given.MAIL_BOUNCES) !== Boolean(given.MAIL_BOUNCE_SECRET)) {
    faults.push('MAIL_BOUNCES and MAIL_BOUNCE_SECRET: both or neither')
  }
  return faults
}

/** The emulator issues unsigned tokens to any client, so neither it nor this server may be reachable from other machines. */
function emulatorFaults({
  HOST,
  PUBLIC_URL,
  TRUST_PROXY,
  FIREBASE_AUTH_EMULATOR_HOST,
}: Readonly<Record<string, string | undefined>>) {
  const because = 'while the identity emulator, where anyone may be anyone, stands in for Firebase'
  const only = `only a loopback address (${LOOPBACK_HOSTS.join(', ')}) ${because}`
  const isLoopback = (url: string) => isLoopbackHost(URL.parse(url)?.hostname ?? '')
  return [
    ...(HOST && !isLoopbackHost(HOST) ? [`HOST: ${only}`] : []),
    ...(PUBLIC_URL && URL.canParse(PUBLIC_URL) && !isLoopback(PUBLIC_URL) ? [`PUBLIC_URL: ${only}`] : []),
    ...(TRUST_PROXY && readTrustedProxies(TRUST_PROXY) ? [`TRUST_PROXY: no proxy ${because}`] : []),
    ...(FIREBASE_AUTH_EMULATOR_HOST &&
    HOST_AND_PORT.test(FIREBASE_AUTH_EMULATOR_HOST) &&
    !isLoopback(`http://${FIREBASE_AUTH_EMULATOR_HOST}`)
      ? [`FIREBASE_AUTH_EMULATOR_HOST: ${only}`]
      : []),
  ]
}

/** A host as in `HOST` or in a URL, IPv6 with or without brackets. */
export function isLoopbackHost(host: string): boolean {
  return LOOPBACK_HOSTS.includes(host.replace(/^\[(.*)\]$/, '$1'))
}

/** `message` has one line per fault. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
  constructor(faults: readonly string[]) {
    super(faults.join('\n'))
  }
}
