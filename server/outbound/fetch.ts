import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { getCACertificates } from 'node:tls'
import { Agent, type Response, fetch as undiciFetch } from 'undici'
import { isPublicAddress } from './addresses.ts'
import { parseRetryAfter } from './retryAfter.ts'
import { type FetchPolicy, validateTarget } from './validateUrl.ts'

/**
 * `refused`: the URL, or an address that it resolves or redirects to, is not allowed. `timeout`: the deadline of the whole
 * exchange passed. `tooLarge`: the body exceeded its limit. `redirects`: too many. `aborted`: by the caller's signal.
 * `unreachable`: any other failure below HTTP (DNS, connection, TLS, a truncated or undecodable body).
 */
export type OutboundErrorKind = 'refused' | 'timeout' | 'tooLarge' | 'redirects' | 'aborted' | 'unreachable'

export class OutboundError extends Error {
  override readonly name = 'OutboundError'
  readonly kind: OutboundErrorKind

  constructor(kind: OutboundErrorKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.kind = kind
  }
}

export type OutboundRequest = FetchPolicy & {
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'
  /** Sent to the first origin only: after a redirect to another origin only `accept` is kept, so that no key leaks. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array<ArrayBuffer>
  /** For the whole exchange, including DNS, redirects and body. */
  readonly deadlineMs: number
  /** Limit of the decoded body. */
  readonly maxBytes: number
  /**
   * What happens when the body exceeds the limit, breaks off or is late: an error, or the part received so far, at most
   * `maxBytes` (for answers whose status suffices).
   */
  readonly overCap?: 'error' | 'cut'
  /** GET and HEAD only. With 0 (default), the caller gets the 3xx answer. */
  readonly maxRedirects?: number
  readonly validators?: { readonly etag?: string; readonly lastModified?: string }
  readonly signal?: AbortSignal
}

export type OutboundResponse = {
  readonly status: number
  /** The final URL, after redirects. */
  readonly url: string
  header(name: string): string | null
  readonly body: Uint8Array
  /** For the next conditional request. */
  readonly validators: { etag?: string; lastModified?: string }
  /** The pause of `Retry-After`, from the arrival of the answer. */
  readonly retryAfterMs?: number
}

export type Outbound = {
  /** @throws OutboundError; any HTTP status is an answer, not an error */
  fetch(url: string, request: OutboundRequest): Promise<OutboundResponse>
  close(): Promise<void>
}

export type OutboundOptions = {
  /** Identifies us, with a contact URL: `Lotwatch/1.0 (+https://…)`. */
  readonly userAgent: string
  /** Milliseconds since the epoch; for dates in `Retry-After`. */
  readonly now?: () => number
  /** Replaces the system's resolver. */
  readonly lookup?: LookupFunction
  /** Trusted in addition to the system's certificates. */
  readonly ca?: string
}

const KEEP_ALIVE_MS = 10_000
/** As many as concurrent sends, so that slow ones do not block the others. */
const MAX_CONNECTIONS_PER_ORIGIN = 64
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** The only access to servers that others name: feeds, pages, push services, webhooks. */
export function createOutbound(options: OutboundOptions): Outbound {
  const lookup = options.lookup ?? (systemLookup as LookupFunction)
  // Node's `ca` replaces its own list instead of extending it.
  const trusted = options.ca === undefined ? {} : { ca: [...getCACertificates('default'), options.ca] }
  const agent = (look: LookupFunction) =>
    new Agent({
      connect: { lookup: look, ...trusted },
      connections: MAX_CONNECTIONS_PER_ORIGIN,
      keepAliveTimeout: KEEP_ALIVE_MS,
    })
  // Two pools, so that a connection to an allowed private host is never reused under the public rule.
  const publicAgent = agent(publicOnly(lookup))
  const privateAgent = agent(lookup)

  async function exchange(start: string, request: OutboundRequest, signal: AbortSignal): Promise<OutboundResponse> {
    let target = start
    let headers: Record<string, string> = {
      ...(request.validators?.etag === undefined ? {} : { 'if-none-match': request.validators.etag }),
      ...(request.validators?.lastModified === undefined ? {} : { 'if-modified-since': request.validators.lastModified }),
      ...lowerCased(request.headers ?? {}),
    }
    for (let hops = 0; ; hops++) {
      const validated = validateTarget(target, request)
      if (validated.verdict === 'refused') throw new OutboundError('refused', `address refused: ${validated.fault}`)
      const { url, privateAllowed } = validated.value
      const response = await undiciFetch(url, {
        method: request.method ?? 'GET',
        headers: { ...headers, 'user-agent': options.userAgent },
        redirect: 'manual',
        dispatcher: privateAllowed ? privateAgent : publicAgent,
        signal,
        ...(request.body === undefined ? {} : { body: request.body }),
      })
      const next = redirectTarget(response, url, request)
      if (next === undefined) return await answer(response, url.href, request, options.now ?? Date.now)
      await response.body?.cancel()
      if (hops >= (request.maxRedirects ?? 0)) throw new OutboundError('redirects', 'too many redirects')
      if (next.origin !== url.origin) headers = headers.accept === undefined ? {} : { accept: headers.accept }
      target = next.href
    }
  }

  return {
    async fetch(url, request) {
      const deadline = AbortSignal.timeout(request.deadlineMs)
      const signal = request.signal === undefined ? deadline : AbortSignal.any([deadline, request.signal])
      try {
        return await exchange(url, request, signal)
      } catch (error) {
        throw outboundError(error, deadline, request.signal)
      }
    },
    async close() {
      await Promise.all([publicAgent.destroy(), privateAgent.destroy()])
    },
  }
}

/**
 * A resolver that returns only public addresses. The connection goes to the returned address, so a second DNS answer cannot
 * interfere.
 */
function publicOnly(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, [])
      const addresses: LookupAddress[] = (Array.isArray(found) ? found : []).filter((entry) => isPublicAddress(entry.address))
      const first = addresses[0]
      if (first === undefined) return callback(new OutboundError('refused', 'address refused: privateAddress'), [])
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}

function redirectTarget(response: Response, from: URL, request: OutboundRequest): URL | undefined {
  const readOnly = request.method === undefined || request.method === 'GET' || request.method === 'HEAD'
  if (!REDIRECTS.has(response.status) || !readOnly || !request.maxRedirects) return undefined
  const location = response.headers.get('location')
  return location === null ? undefined : (URL.parse(location, from.href) ?? undefined)
}

async function answer(response: Response, url: string, request: OutboundRequest, now: () => number): Promise<OutboundResponse> {
  const retryAfterMs = parseRetryAfter(response.headers.get('retry-after'), now())
  const etag = response.headers.get('etag')
  const lastModified = response.headers.get('last-modified')
  return {
    status: response.status,
    url,
    header: (name) => response.headers.get(name),
    body: await readBody(response, request),
    validators: { ...(etag === null ? {} : { etag }), ...(lastModified === null ? {} : { lastModified }) },
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  }
}

async function readBody(response: Response, request: OutboundRequest): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of response.body ?? []) {
      chunks.push(chunk)
      length += chunk.byteLength
      if (length <= request.maxBytes) continue
      // Breaking out cancels the body and closes the connection.
      if (request.overCap === 'cut') break
      throw new OutboundError('tooLarge', `body over ${request.maxBytes} bytes`)
    }
  } catch (error) {
    if (request.overCap !== 'cut') throw error
  }
  return Buffer.concat(chunks).subarray(0, request.maxBytes)
}

function outboundError(error: unknown, deadline: AbortSignal, caller: AbortSignal | undefined): OutboundError {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof OutboundError) return cause
  if (caller?.aborted) return new OutboundError('aborted', 'aborted by the caller', error)
  if (deadline.aborted) return new OutboundError('timeout', 'no complete answer within the deadline', error)
  return new OutboundError('unreachable', `no answer: ${causeCode(error)}`, error)
}

/** The system's short code (`ECONNREFUSED`) for the health page; messages may contain addresses. */
function causeCode(error: unknown): string {
  let code = 'failed'
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string') code = cause.code
  }
  return code
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}
