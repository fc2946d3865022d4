import * as z from 'zod'
import { DISCORD_WEBHOOK, json, type Received, type Reply, startProvider } from './providers.ts'

const BUCKET_SIZE = 5
const BUCKET_MS = 2000
const MAX_EMBED_TEXT = 6000

const text = (max: number) => z.string().min(1).max(max)
const address = z.url({ protocol: /^https?$/ })
const Embed = z.strictObject({
  title: text(256),
  url: address,
  color: z.int().min(0).max(0xffffff),
  author: z.strictObject({ name: text(256) }),
  description: text(4096),
  fields: z
    .array(z.strictObject({ name: text(256), value: text(1024), inline: z.boolean() }))
    .max(25)
    .optional(),
  footer: z.strictObject({ text: text(2048) }),
  timestamp: z.iso.datetime().optional(),
  thumbnail: z.strictObject({ url: address }).optional(),
})
export type Embed = z.infer<typeof Embed>

/** The fields of Execute Webhook's body and "Embed Limits" (Discord API reference) that we use. */
const Body = z
  .strictObject({
    content: text(2000).optional(),
    embeds: z.array(Embed).min(1).max(10).optional(),
    // Stricter than Discord: no mentions are allowed.
    allowed_mentions: z.strictObject({ parse: z.array(z.string()).max(0) }),
  })
  .refine(({ content, embeds }) => content !== undefined || embeds !== undefined, 'Cannot send an empty message')
  .refine(({ embeds = [] }) => embeds.reduce((sum, embed) => sum + embedLength(embed), 0) <= MAX_EMBED_TEXT, {
    path: ['embeds'],
    message: 'Embed size exceeds maximum size of 6000',
  })
export type DiscordBody = z.infer<typeof Body>

export const embedLength = ({ title, description, author, footer, fields = [] }: Embed): number =>
  [title, description, author.name, footer.text, ...fields.flatMap(({ name, value }) => [name, value])].join('').length

/**
 * Discord's Execute Webhook on loopback: it knows the given webhooks, allows each five calls in two seconds and says so in its
 * headers, and refuses violations of documented limits with their path.
 */
export async function startDiscord(now: () => number, webhooks: readonly string[] = [DISCORD_WEBHOOK]) {
  const known = webhooks.map((webhook) => new URL(webhook).pathname)
  const buckets = new Map<string, { left: number; resetAt: number }>()
  const discord = Object.assign(await startProvider((request) => take(request)), { taken: [] as DiscordBody[] })

  function take({ method, path, headers, body }: Received): Reply {
    const [pathname = '', query] = path.split('?')
    if (method !== 'POST') return json(405, { message: '405: Method Not Allowed', code: 0 })
    if (!known.some((one) => sameId(one, pathname))) return json(404, { message: 'Unknown Webhook', code: 10015 })
    if (!known.includes(pathname)) return json(401, { message: 'Invalid Webhook Token', code: 50027 })
    const limit = enter(pathname)
    if (limit.over) return limit.reply
    if (headers['content-type'] !== 'application/json') return json(400, { message: 'Invalid Form Body', code: 50035 })
    const parsed = Body.safeParse(JSON.parse(body.toString()))
    if (!parsed.success) return json(400, invalidForm(parsed.error.issues), limit.headers)
    discord.taken.push(parsed.data)
    return query === 'wait=true' ? json(200, { id: String(discord.taken.length) }, limit.headers) : { status: 204 }
  }

  /** Takes a call out of the webhook's bucket. */
  function enter(pathname: string) {
    const known = buckets.get(pathname)
    const bucket = known && known.resetAt > now() ? known : { left: BUCKET_SIZE, resetAt: now() + BUCKET_MS }
    buckets.set(pathname, bucket)
    const waitSeconds = (bucket.resetAt - now()) / 1000
    const over = bucket.left === 0
    if (!over) bucket.left--
    const headers = {
      via: '1.1 google',
      'x-ratelimit-limit': String(BUCKET_SIZE),
      'x-ratelimit-remaining': String(bucket.left),
      'x-ratelimit-reset-after': waitSeconds.toFixed(3),
      'x-ratelimit-bucket': 'e7ad9d41d6f7b6bf4d3ea2c5e57c4b5d',
    }
    const reply = json(
      429,
      { message: 'You are being rate limited.', retry_after: waitSeconds, global: false },
      { ...headers, 'retry-after': String(Math.ceil(waitSeconds)), 'x-ratelimit-scope': 'user' },
    )
    return { over, headers, reply }
  }

  return discord
}

const sameId = (one: string, other: string) => one.split('/')[3] === other.split('/')[3]

/** Discord nests the faults by their path: `errors.embeds.3.thumbnail.url._errors`. */
function invalidForm(issues: readonly z.core.$ZodIssue[]): object {
  const errors = {}
  for (const { path, message } of issues) {
    let node: Record<string, unknown> = errors
    for (const key of path) {
      node[String(key)] ??= {}
      node = node[String(key)] as Record<string, unknown>
    }
    node._errors = [{ code: 'BASE_TYPE_BAD', message }]
  }
  return { message: 'Invalid Form Body', code: 50035, errors }
}
