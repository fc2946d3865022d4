import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { Channel } from '../../contract/notifications.ts'
import { payloadOf } from '../../sw/payload.ts'
import { openProvider, type Received, type Reply } from '../support/providers.ts'
import type { aBrowser } from '../support/pushService.ts'
import type { Fate, Faults } from './faults.ts'
import { lifeIn } from './lives.ts'

/** One alert that a provider received. `at`: ms since 1970. */
export type Take = {
  readonly channel: Channel
  /** The recipient, and the content: the lot and what happened to it. */
  readonly user: number
  readonly text: string
  /** Identifies repeats of a message to the user: a notification's tag, a mail's id; undefined on Discord and ntfy. */
  readonly tag: string | undefined
  readonly life: number | undefined
  readonly at: number
  /** Whether the response was cut off. */
  readonly isCut: boolean
}

export type StandIns = {
  readonly takes: Take[]
  readonly refusals: number
  readonly pushUrl: string
  readonly discordUrl: string
  readonly smtpUrl: string
  /** Base URL of the users' webhooks. */
  readonly hookUrl: string
  /** An ntfy server, with a topic for each user. */
  readonly ntfyUrl: string
  readonly ecbUrl: string
  /** Stops injecting faults. */
  calm(): void
  close(): void
}

type Browser = ReturnType<typeof aBrowser>

/**
 * Push service, Discord, mail server, webhooks, ntfy and the ECB on loopback, for users 0, 1, 2 …. They fail at random and record what
 * they received.
 */
export async function openStandIns(faults: Faults, browsers: readonly Browser[]): Promise<StandIns> {
  const takes: Take[] = []
  function take(take: Omit<Take, 'at' | 'isCut' | 'channel'>, channel: Channel, what: Fate): void {
    takes.push({ ...take, channel, at: Date.now(), isCut: what === 'cut' })
  }

  function answer(request: Received, note: (what: Fate) => void): Reply {
    if (request.method !== 'POST') return { status: 405 }
    const what = faults.draw()
    const refusal = faults.refusal(what)
    if (refusal) return refusal
    note(what)
    return what === 'cut' ? 'cut' : { status: 201, body: '{}' }
  }

  const lifeOf = ({ headers }: Received) => lifeIn(headers['user-agent'] ?? '')

  const push = await openProvider((request) =>
    answer(request, (what) => {
      const user = lastOf(request.path)
      // Users of the churn, whose alerts are not counted.
      if (Number.isNaN(user)) return
      const payload = payloadOf(browsers[user]?.read(request.body))
      take({ user, text: `${payload?.kind} ${payload?.title}`, tag: payload?.deliveryId, life: lifeOf(request) }, 'webPush', what)
    }),
  )
  const discord = await openProvider((request) =>
    answer(request, (what) => {
      const user = userOfWebhook(request.path)
      const { embeds } = JSON.parse(request.body.toString()) as { embeds: { title: string; author: { name: string } }[] }
      for (const { title, author } of embeds)
        take({ user, text: `${kindOf(author.name)} ${title}`, tag: undefined, life: lifeOf(request) }, 'discord', what)
    }),
  )
  const hook = await openProvider((request) =>
    answer(request, (what) => {
      const { type, data } = JSON.parse(request.body.toString()) as { type: string; data: { auction: { title: string } } }
      const kind = type === 'match.priceChanged' ? 'priceChange' : 'newMatch'
      const tag = String(request.headers['webhook-id'])
      take({ user: lastOf(request.path), text: `${kind} ${data.auction.title}`, tag, life: lifeOf(request) }, 'webhook', what)
    }),
  )
  const ntfy = await openProvider((request) =>
    answer(request, (what) => {
      const { topic, title, message } = JSON.parse(request.body.toString()) as Record<'topic' | 'title' | 'message', string>
      const [event = ''] = message.split(' · ')
      take({ user: userOfTopic(topic), text: `${kindOf(event)} ${title}`, tag: undefined, life: lifeOf(request) }, 'ntfy', what)
    }),
  )
  const ecb = await openProvider(() => {
    const what = faults.draw()
    if (what === 'cut') return 'cut'
    return faults.refusal(what) ?? { status: 200, headers: { 'content-type': 'text/xml' }, body: RATES() }
  })
  const mail = await openMailServer(
    () => faults.draw(),
    (to, raw, what) => {
      const [, event = '', title] = SUBJECT.exec(readWords(raw)) ?? []
      const tag = /^Message-ID: <([^@]+)@/im.exec(raw)?.[1]
      const life = lifeIn(raw.replaceAll('=\r\n', ''))
      take({ user: userOfAddress(to), text: `${kindOf(event)} ${title}`, tag, life }, 'email', what)
    },
  )

  return {
    takes,
    get refusals() {
      return faults.refusals
    },
    pushUrl: push.url,
    discordUrl: discord.url,
    smtpUrl: mail.url,
    hookUrl: hook.url,
    ntfyUrl: ntfy.url,
    ecbUrl: ecb.url,
    calm() {
      faults.calm()
    },
    close() {
      push.close()
      discord.close()
      mail.close()
      hook.close()
      ntfy.close()
      ecb.close()
    },
  }
}

const lastOf = (path: string) => Number(path.split('/').at(-1))

/** Today's rates in the ECB's format. */
const RATES = () => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
<Cube><Cube time='${new Date().toISOString().slice(0, 10)}'><Cube currency='USD' rate='1.1'/><Cube currency='GBP' rate='0.85'/></Cube></Cube>
</gesmes:Envelope>`

const SUBJECT = /^Subject: (New match|Price changed): (\w+ \d+)/m

/** Decodes encoded words in headers (RFC 2047), ASCII only. */
const readWords = (raw: string) =>
  raw
    .replace(/\?=\r\n =\?UTF-8\?Q\?/g, '')
    .replace(/=\?UTF-8\?Q\?(.*?)\?=/g, (_, word: string) =>
      word.replaceAll('_', ' ').replace(/=([\dA-F]{2})/g, (__, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    )

const WEBHOOK_ID_BASE = 123_456_789_012_345_000n
export const webhookOf = (user: number) => `https://discord.com/api/webhooks/${WEBHOOK_ID_BASE + BigInt(user)}/${'t'.repeat(68)}`
const userOfWebhook = (path: string) => Number(BigInt(path.split('/')[3] ?? 0) - WEBHOOK_ID_BASE)
export const topicOf = (user: number) => `user-${user}`
const userOfTopic = (topic: string) => Number(topic.slice('user-'.length))
export const addressOf = (user: number) => `user-${user}@example.org`
const userOfAddress = (address: string) => Number(/user-(\d+)@/.exec(address)?.[1])
const kindOf = (event: string) => (event === 'Price changed' ? 'priceChange' : 'newMatch')

/** A minimal mail server (RFC 5321). */
async function openMailServer(
  fate: () => Fate,
  note: (to: string, raw: string, what: Fate) => void,
): Promise<{ url: string; close(): void }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    socket.write('220 mail.example\r\n')
    let buffer = ''
    let to = ''
    let isData = false
    socket.on('data', (chunk) => {
      buffer += chunk.toString('latin1')
      for (;;) {
        const end = buffer.indexOf(isData ? '\r\n.\r\n' : '\r\n')
        if (end < 0) return
        const text = buffer.slice(0, end)
        buffer = buffer.slice(end + (isData ? 5 : 2))
        if (isData) {
          isData = false
          const what = fate()
          if (what === 'taken' || what === 'cut') note(to, text, what)
          if (what === 'cut') return void socket.destroy()
          socket.write(what === 'taken' ? '250 taken\r\n' : '451 later\r\n')
          continue
        }
        const command = text.slice(0, 4).toUpperCase()
        if (command === 'RCPT') to = text
        isData = command === 'DATA'
        socket.write(isData ? '354 go on\r\n' : command === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n')
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
