import * as z from 'zod'
import { json, type Received, type Reply, startProvider, TELEGRAM_CHAT, TELEGRAM_TOKEN } from './providers.ts'

const MAX_TEXT = 4096
const MAX_CAPTION = 1024
const MAX_UPDATES = 100

const Button = z.strictObject({ text: z.string().min(1), url: z.url() })
const shared = {
  chat_id: z.int(),
  parse_mode: z.literal('HTML'),
  reply_markup: z.strictObject({ inline_keyboard: z.array(z.array(Button)).max(100) }).optional(),
  disable_notification: z.literal(false).optional(),
}
const TextMessage = z.strictObject({
  ...shared,
  text: z.string().min(1),
  link_preview_options: z.strictObject({ is_disabled: z.literal(true) }),
})
const Photo = z.strictObject({ ...shared, photo: z.string(), caption: z.string() })
const GetUpdates = z.strictObject({
  offset: z.int().optional(),
  limit: z.int().min(1).max(MAX_UPDATES),
  timeout: z.int().min(1),
  allowed_updates: z.array(z.string()),
})
export type SentMessage = { chat_id: number; html: string; text: string; url?: string; photo?: string }

const TAGS = ['b', 'i', 'u', 's', 'code', 'pre', 'a']
const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"' }

/**
 * The text of a message after its entities are parsed, by "HTML style" of the Bot API: known tags alone, closed in order; every
 * other <, > and & is written as an entity.
 * @throws Error with Telegram's words
 */
export function parsedHtml(html: string): string {
  const open: string[] = []
  let text = ''
  for (const [whole, tag, entity, plain] of html.matchAll(/<([^>]*)>|&([^;]{1,8});|([^<&]+|[<&])/g)) {
    if (plain !== undefined) {
      if (plain === '<' || plain === '&' || plain.includes('>')) throw new Error(`unescaped ${whole}`)
      text += plain
    } else if (entity !== undefined) {
      const number = /^#(\d+)$/.exec(entity)?.[1]
      const known = number ? String.fromCodePoint(Number(number)) : ENTITIES[entity]
      if (known === undefined) throw new Error(`unknown entity ${whole}`)
      text += known
    } else if (tag?.startsWith('/')) {
      if (open.pop() !== tag.slice(1)) throw new Error(`unmatched end tag ${whole}`)
    } else {
      const name = /^([a-z]+)(?: href="[^"<>]*")?$/.exec(tag ?? '')?.[1]
      if (!name || !TAGS.includes(name)) throw new Error(`unsupported start tag ${whole}`)
      open.push(name)
    }
  }
  if (open.length > 0) throw new Error("can't find end tag")
  return text
}

const refuse = (status: number, description: string, parameters?: object): Reply =>
  json(status, { ok: false, error_code: status, description, ...(parameters ? { parameters } : {}) })
const bad = (description: string) => refuse(400, `Bad Request: ${description}`)
const answer = (result: unknown) => json(200, { ok: true, result })

/**
 * Telegram's Bot API on loopback, for one bot (https://core.telegram.org/bots/api): it knows some chats, refuses what is longer or
 * marked up otherwise than documented and more than one message a second for a chat, and keeps updates until a higher offset
 * confirms them. A second `getUpdates` ends the first.
 */
export async function startTelegram(now: () => number = Date.now) {
  const chats = new Set<number>([TELEGRAM_CHAT])
  const blocked = new Set<number>()
  const lastAt = new Map<number, number>()
  const updates: { update_id: number }[] = []
  const polls: { end(reply?: Reply): void; give(): boolean }[] = []
  let nextId = 700_000_000
  let messages = 0
  const telegram = Object.assign(await startProvider((request) => take(request)), {
    token: TELEGRAM_TOKEN,
    sent: [] as SentMessage[],
    /** The least number of milliseconds between two messages of a chat; 0: no limit. */
    paceMs: 1000,
    chats,
    blocked,
    updates,
    /** How many calls of `getUpdates` wait. */
    waiting: () => polls.length,
    /** Leaves an update for the bot, with the next number. */
    tell(update: object): number {
      const update_id = nextId++
      updates.push({ update_id, ...update })
      for (const poll of polls.slice()) if (poll.give()) polls.splice(polls.indexOf(poll), 1)
      return update_id
    },
    /** Someone writes to the bot; whoever does may be written to. */
    write(text: string, { chat = TELEGRAM_CHAT, type = 'private', ...more }: Writing = {}): number {
      if (!blocked.has(chat)) chats.add(chat)
      const person = { first_name: 'Ada', last_name: 'Lovelace', username: 'ada' }
      return telegram.tell({
        message: {
          ...{ message_id: ++messages, date: Math.floor(now() / 1000) },
          chat: { id: chat, type, ...(type === 'private' ? person : { title: 'Friends' }), ...more.chatFields },
          from: { id: chat, is_bot: false, first_name: 'Ada', language_code: more.language ?? 'en' },
          text,
          ...(more.isForwarded ? { forward_origin: { type: 'user', date: 1 } } : {}),
        },
      })
    },
    /** The user blocks the bot. */
    block(chat = TELEGRAM_CHAT): number {
      blocked.add(chat)
      return telegram.tell({
        my_chat_member: { chat: { id: chat, type: 'private', first_name: 'Ada' }, new_chat_member: { status: 'kicked' } },
      })
    },
    /** What the bot has written, without its alerts' pictures and buttons. */
    texts: () => telegram.sent.map(({ text }) => text),
  })

  function take({ method, path, headers, body }: Received): Reply | Promise<Reply> {
    const [, token, name = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(path) ?? []
    if (token === undefined) return refuse(404, 'Not Found')
    if (token !== telegram.token) return refuse(401, 'Unauthorized')
    if (method !== 'POST' || headers['content-type'] !== 'application/json') return bad('message text is empty')
    const input: unknown = JSON.parse(body.toString())
    if (name === 'getMe') return answer({ id: 987_654_321, is_bot: true, first_name: 'Lotwatch', username: 'LotwatchTestBot' })
    if (name === 'getUpdates') return poll(GetUpdates.parse(input))
    if (name === 'sendMessage') return send(TextMessage.parse(input))
    if (name === 'sendPhoto') return send(Photo.parse(input))
    return refuse(404, 'Not Found: method not found')
  }

  function poll({ offset = 0, limit }: z.infer<typeof GetUpdates>): Reply | Promise<Reply> {
    for (const one of polls.splice(0))
      one.end(refuse(409, 'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running'))
    while (updates[0] && updates[0].update_id < offset) updates.shift()
    const some = () => updates.slice(0, limit)
    if (updates.length > 0) return answer(some())
    return new Promise((resolve) => {
      polls.push({
        end: (reply) => resolve(reply ?? answer([])),
        give() {
          resolve(answer(some()))
          return true
        },
      })
    })
  }

  function send(message: z.infer<typeof TextMessage> | z.infer<typeof Photo>): Reply {
    const { chat_id: chat, reply_markup: markup } = message
    const html = 'text' in message ? message.text : message.caption
    if (!chats.has(chat)) return bad('chat not found')
    if (blocked.has(chat)) return refuse(403, 'Forbidden: bot was blocked by the user')
    let text: string
    try {
      text = parsedHtml(html)
    } catch (error) {
      return bad(`can't parse entities: ${(error as Error).message}`)
    }
    if (text.trim() === '') return bad('message text is empty')
    if ('text' in message && text.length > MAX_TEXT) return bad('message is too long')
    if ('photo' in message && text.length > MAX_CAPTION) return bad('message caption is too long')
    const url = markup?.inline_keyboard[0]?.[0]?.url
    if (url && !new URL(url).hostname.includes('.')) return bad(`inline keyboard button URL '${url}' is invalid: Wrong HTTP URL`)
    const waitMs = (lastAt.get(chat) ?? 0) + telegram.paceMs - now()
    if (waitMs > 0) {
      const seconds = Math.ceil(waitMs / 1000)
      return refuse(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds })
    }
    lastAt.set(chat, now())
    telegram.sent.push({
      ...{ chat_id: chat, html, text },
      ...(url ? { url } : {}),
      ...('photo' in message ? { photo: message.photo } : {}),
    })
    return answer({ message_id: ++messages, date: 1, chat: { id: chat, type: 'private' } })
  }

  return telegram
}

type Writing = {
  chat?: number
  type?: 'private' | 'group' | 'supergroup'
  language?: string
  isForwarded?: boolean
  chatFields?: object
}
