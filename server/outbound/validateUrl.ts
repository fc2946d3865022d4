import { isPublicAddress, literalAddress } from './addresses.ts'

/** Longer than any address that a marketplace or push service gives; browsers and proxies cut from here on. */
const MAX_URL_LENGTH = 4096

export type UrlFault = 'malformed' | 'tooLong' | 'scheme' | 'credentials' | 'port' | 'host' | 'path' | 'privateAddress'
export type Validated<T> =
  | { readonly verdict: 'ok'; readonly value: T }
  | { readonly verdict: 'refused'; readonly fault: UrlFault }

const refuse = (fault: UrlFault) => ({ verdict: 'refused', fault }) as const
const accept = <T>(value: T) => ({ verdict: 'ok', value }) as const

/** What the operator allows beyond the rule. */
export type LinkPolicy = {
  /** Origins (`http://127.0.0.1:4601`) that may be linked to, over http and at private addresses too. */
  readonly operatorOrigins?: readonly string[]
}

/**
 * Judges a link or picture that a marketplace gives and a user may open: absolute, https, without credentials, no private address.
 * The value is the address rebuilt by the parser, never the text that came in.
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
  /** Plain http is allowed to any public host; without it only to `privateHosts`. */
  readonly allowHttp?: boolean
  /** Hosts (`127.0.0.1:4601`, `feeds.lan`; no port: the scheme's own) that the operator allows although they are private. */
  readonly privateHosts?: readonly string[]
}

/**
 * Judges an address before this server itself reads from it. Names are validated again by what they resolve to, inside the connection's
 * own look-up (see fetch.ts); a literal address never gets that far, so it is validated here.
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
  // Other ports of public hosts are other services (mail, databases), never a web page that someone publishes.
  if (url.port !== '' && !ALLOWED_PORTS.has(url.port)) return refuse('port')
  if (namesPrivateHost(url.hostname)) return refuse('privateAddress')
  return accept({ url, privateAllowed })
}

const ALLOWED_PORTS: ReadonlySet<string> = new Set(['80', '443', '8080', '8443'])

// The hosts that browsers hand out as endpoints: Chrome and Edge on Android, Firefox, Safari, Edge on Windows.
const PUSH_HOSTS: ReadonlySet<string> = new Set([
  'fcm.googleapis.com',
  'jmt17.google.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
])
const PUSH_HOST_SUFFIXES = ['.push.services.mozilla.com', '.push.apple.com', '.notify.windows.com']

export type PushPolicy = {
  /** Origins of push services that the operator runs or tests with. */
  readonly operatorOrigins?: readonly string[]
}

/** Judges a web push endpoint (RFC 8030) that a browser sent us. The value is rebuilt from host, path and query. */
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
/** Snowflake id and token as Discord makes them; `/slack` and `/github` variants take other bodies than ours. */
const DISCORD_PATH = /^\/api(?:\/v\d{1,2})?\/webhooks\/(\d{17,20})\/([\w-]{60,100})\/?$/

export type DiscordWebhook = { readonly id: string; readonly token: string; readonly url: string }

/** Judges a Discord webhook that a user typed. The address is rebuilt from id and token, so nothing else of the text is ever fetched. */
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

/** Literal private addresses, and names that by their own standard never leave the machine or the local network. */
function namesPrivateHost(hostname: string): boolean {
  const literal = literalAddress(hostname)
  if (literal !== undefined) return !isPublicAddress(literal)
  const name = hostname.replace(/\.$/, '')
  return !name.includes('.') || LOCAL_SUFFIXES.some((suffix) => name.endsWith(suffix))
}

// RFC 6761 (localhost), RFC 6762 (local), RFC 8375 (home.arpa), ICANN 2024 (internal).
const LOCAL_SUFFIXES = ['.localhost', '.local', '.home.arpa', '.internal']
