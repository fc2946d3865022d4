import * as z from 'zod'
import { json, type Received, type Reply, startProvider } from './providers.ts'

const MAX_TITLE_BYTES = 1024
const MAX_MESSAGE_BYTES = 4096
const MAX_TAGS_BYTES = 512
const MAX_BODY_BYTES = 2 * MAX_MESSAGE_BYTES
const MAX_ACTIONS = 3
/** What is longer is cut on its way to Android. */
const MAX_SHOWN_BYTES = 4000
const REQUESTS_AT_ONCE = 60
const REFILL_MS = 5000
/** Names that the server uses itself. */
const DISALLOWED = ['docs', 'static', 'file', 'app', 'metrics', 'account', 'settings', 'signup', 'login', 'v1']

const bytes = (text: string) => Buffer.byteLength(text)
const upTo = (max: number) => z.string().refine((text) => bytes(text) <= max, `longer than ${max} bytes`)
const address = z.url({ protocol: /^https?$/ })

/** The fields of "Publish as JSON" that we use. ntfy ignores others; here they are faults. */
const Body = z.strictObject({
  topic: z.string(),
  // Longer messages would arrive as attachments.
  message: upTo(MAX_MESSAGE_BYTES).min(1),
  title: upTo(MAX_TITLE_BYTES).min(1),
  tags: z
    .array(z.string().regex(/^[a-z_]+$/))
    .refine((tags) => bytes(tags.join(',')) <= MAX_TAGS_BYTES)
    .optional(),
  priority: z.int().min(1).max(5),
  click: address,
  attach: address.optional(),
  actions: z.array(z.strictObject({ action: z.literal('view'), label: z.string().min(1), url: address })).max(MAX_ACTIONS),
})
export type NtfyBody = z.infer<typeof Body>

const refusal = (code: number, error: string) => json(Math.floor(code / 100), { code, http: Math.floor(code / 100), error })

/**
 * An ntfy server on loopback as docs.ntfy.sh/publish and its errors.go describe it: topics for all, topics for holders of a token
 * (`tokens`: by topic), 60 requests at once and one more every five seconds. It refuses what exceeds the documented limits.
 */
export async function startNtfy(now: () => number, tokens: Readonly<Record<string, string>> = {}) {
  const ntfy = Object.assign(await startProvider((request) => take(request)), { taken: [] as NtfyBody[] })
  let requests = { left: REQUESTS_AT_ONCE, at: now() }

  function take({ method, path, headers, body }: Received): Reply {
    if (method !== 'POST' || path !== '/') return refusal(40401, 'page not found')
    const given = headers.authorization?.replace(/^Bearer /, '')
    if (given !== undefined && !Object.values(tokens).includes(given)) return refusal(40101, 'unauthorized')
    if (body.length > MAX_BODY_BYTES) return refusal(41303, 'JSON body too large')
    const { topic } = JSON.parse(body.toString()) as { topic: string }
    if (!/^[-_A-Za-z0-9]{1,64}$/.test(topic)) return refusal(40009, 'invalid request: topic invalid')
    if (!hasRequest()) return refusal(42901, 'limit reached: too many requests')
    if (DISALLOWED.includes(topic)) return refusal(40010, 'invalid request: topic name is not allowed')
    if (tokens[topic] !== undefined && tokens[topic] !== given) return refusal(40301, 'forbidden')
    const parsed = Body.safeParse(JSON.parse(body.toString()))
    if (!parsed.success) return refusal(40000, z.prettifyError(parsed.error))
    if (body.length > MAX_SHOWN_BYTES) return refusal(40000, 'would be cut on its way to Android')
    ntfy.taken.push(parsed.data)
    return json(200, { id: 'sPs71M8A2T', time: Math.floor(now() / 1000), event: 'message', ...parsed.data })
  }

  function hasRequest(): boolean {
    const refilled = Math.floor((now() - requests.at) / REFILL_MS)
    requests = { left: Math.min(REQUESTS_AT_ONCE, requests.left + refilled), at: requests.at + refilled * REFILL_MS }
    if (requests.left === 0) return false
    requests.left--
    return true
  }

  return ntfy
}
