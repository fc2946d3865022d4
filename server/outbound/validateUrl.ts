import { isPublicAddress, literalAddress } from './addresses.ts'

/** No marketplace or push service uses longer URLs; browsers and proxies truncate them from here on. */
const MAX_URL_LENGTH = 4096

export type UrlFault = 'malformed' | 'tooLong' | 'scheme' | 'credentials' | 'port' | 'host' | 'path' | 'privateAddress'
export type Validated<T> =
  | { readonly verdict: 'ok'; readonly value: T }
  | { readonly verdict: 'refused'; readonly fault: UrlFault }

const refuse = (fault: UrlFault) => ({ verdict: 'refused', fault }) as const
const accept = <T>(value: T) => ({ verdict: 'ok', value }) as const

/** Exceptions that the operator configures. */
export type LinkPolicy = {
  /** Origins (`http://127.0.0.1:4601`) that links may point to even with http and private addresses. */
  readonly operatorOrigins?: readonly string[]
}

/**
 * Validates a link or picture URL of a marketplace: absolute, https, without credentials, no private address. The value is
 * serialized by the parser, never the original text.
 */
export function validateLink(text: string, policy: LinkPolicy = {}): Validated<string> {
  const parsed = parse(text)
  if (parsed.verdict === 'refused') return parsed
  const url = parsed.value
  if (url.username !== '' || url.password !== '') return refuse('credentials')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return refuse('scheme')
  if (policy.operatorOrigins?.includes(url.origin)) return accept(url.href)
  if (url.protocol !== 'https:') return refuse('scheme')
  if (namesPrivateHost(url.hostname)) return refuse('privateAddress')
  return accept(url.href)
}

/** What the caller of `Outbound.fetch` may reach. */
export type FetchPolicy = {
  /** Allows http to public hosts; without it, http is allowed only to `privateHosts`. */
  readonly allowHttp?: boolean
  /** Private hosts (`127.0.0.1:4601`, `feeds.lan`; without a port: the scheme's default) that the operator allows. */
  readonly privateHosts?: readonly string[]
}

/**
 * Validates a URL that this server fetches. Hostnames are checked again by their resolved address when connecting (see
 * fetch.ts); literal addresses are not resolved, so they are checked here.
 */
export function validateTarget(
  text: string,
  policy: FetchPolicy,
): Validated<{ readonly url: URL; readonly privateAllowed: boolean }> {
  const parsed = parse(text)
  if (parsed.verdict === 'refused') return parsed
  const url = parsed.value
  if (url.username !== '' || url.password !== '') return refuse('credentials')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return refuse('scheme')
  url.hash = ''
  const privateAllowed = policy.privateHosts?.includes(url.host) ?? false
  if (privateAllowed) return accept({ url, privateAllowed })
  if (url.protocol === 'http:' && !policy.allowHttp) return refuse('scheme')
  // Other ports of public hosts are other services (mail, databases) and not web pages.
  if (url.port !== '' && !ALLOWED_PORTS.has(url.port)) return refuse('port')
  if (namesPrivateHost(url.hostname)) return refuse('privateAddress')
  return accept({ url, privateAllowed })
}

const ALLOWED_PORTS: ReadonlySet<string> = new Set(['80', '443', '8080', '8443'])

// The endpoint hosts of Chrome and Edge on Android, Firefox, Safari, and Edge on Windows.
const PUSH_HOSTS: ReadonlySet<string> = new Set([
  'fcm.googleapis.com',
  'jmt17.google.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
])
const PUSH_HOST_SUFFIXES = ['.push.services.mozilla.com', '.push.apple.com', '.notify.windows.com']

export type PushPolicy = {
  /** Origins of push services that the operator runs or uses for tests. */
  readonly operatorOrigins?: readonly string[]
}

/** Validates a web push endpoint (RFC 8030) from a browser. The value is rebuilt from host, path and query. */
export function validatePushEndpoint(text: string, policy: PushPolicy = {}): Validated<string> {
  const parsed = parse(text)
  if (parsed.verdict === 'refused') return parsed
  const url = parsed.value
  if (url.username !== '' || url.password !== '') return refuse('credentials')
  if (policy.operatorOrigins?.includes(url.origin)) return accept(`${url.origin}${url.pathname}${url.search}`)
  if (url.protocol !== 'https:') return refuse('scheme')
  if (url.port !== '') return refuse('port')
  const known = PUSH_HOSTS.has(url.hostname) || PUSH_HOST_SUFFIXES.some((suffix) => url.hostname.endsWith(suffix))
  if (!known) return refuse('host')
  if (url.pathname.length < 2) return refuse('path')
  return accept(`https://${url.hostname}${url.pathname}${url.search}`)
}

const DISCORD_HOSTS: ReadonlySet<string> = new Set(['discord.com', 'discordapp.com', 'canary.discord.com', 'ptb.discord.com'])
/** Discord's snowflake id and token. The `/slack` and `/github` variants expect other bodies than ours. */
const DISCORD_PATH = /^\/api(?:\/v\d{1,2})?\/webhooks\/(\d{17,20})\/([\w-]{60,100})\/?$/

export type DiscordWebhook = { readonly id: string; readonly token: string; readonly url: string }

/**
 * Validates a Discord webhook that a user entered. The URL is rebuilt from id and token, so no other part of the text is ever
 * fetched.
 */
export function validateDiscordWebhook(text: string): Validated<DiscordWebhook> {
  const parsed = parse(text.trim())
  if (parsed.verdict === 'refused') return parsed
  const url = parsed.value
  if (url.protocol !== 'https:') return refuse('scheme')
  if (url.username !== '' || url.password !== '') return refuse('credentials')
  if (url.port !== '') return refuse('port')
  if (!DISCORD_HOSTS.has(url.hostname)) return refuse('host')
  const [, id, token] = DISCORD_PATH.exec(url.pathname) ?? []
  if (id === undefined || token === undefined) return refuse('path')
  return accept({ id, token, url: `https://discord.com/api/webhooks/${id}/${token}` })
}

function parse(text: string): Validated<URL> {
  if (text.length > MAX_URL_LENGTH) return refuse('tooLong')
  const url = URL.parse(text)
  return url === null || url.hostname === '' ? refuse('malformed') : accept(url)
}

/** Literal private addresses, and names that by their standards never leave the machine or the local network. */
function namesPrivateHost(hostname: string): boolean {
  const literal = literalAddress(hostname)
  if (literal !== undefined) return !isPublicAddress(literal)
  const name = hostname.replace(/\.$/, '')
  return !name.includes('.') || LOCAL_SUFFIXES.some((suffix) => name.endsWith(suffix))
}

// RFC 6761 (localhost), RFC 6762 (local), RFC 8375 (home.arpa), ICANN 2024 (internal).
const LOCAL_SUFFIXES = ['.localhost', '.local', '.home.arpa', '.internal']
