import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_PUSH_PAYLOAD_BYTES, PushPayload } from '../../../contract/push.ts'
import { discordBody } from '../../../server/notifications/channels/discord/message.ts'
import { mailOf } from '../../../server/notifications/channels/email/message.ts'
import { declarativeBody, pushBody, pushPayload } from '../../../server/notifications/channels/webPush/message.ts'
import { type DiscordBody, embedLength } from '../../support/discord.ts'
import { aMessage, anAlert, NOW } from '../support.ts'
import { hostileText as text } from './hostileTexts.ts'

const UNSUBSCRIBE_URL = 'https://lotwatch.example/api/mail/unsubscribe?token=t'
const TAGS = '!doctype a body br div h1 h2 head html img meta p style table td tr'.split(' ')

const message = fc
  .record({
    title: text,
    filterName: text,
    kind: fc.constantFrom('newMatch', 'priceChange', 'endingSoon'),
    locale: fc.constantFrom('en', 'de'),
    alerts: fc.integer({ min: 1, max: 12 }),
    batch: fc.option(fc.constant({ reason: 'quietHours' as const, missed: 3 }), { nil: undefined }),
    image: fc.oneof(
      fc.constantFrom('javascript:alert(1)', 'http://lots.example/a.jpg', `https://lots.example/${'水'.repeat(900)}`),
      fc.webUrl(),
    ),
  })
  .map(({ title, filterName, kind, locale, alerts, batch, image }) => {
    const alert = anAlert({ kind, minutes: 60, auction: { title, images: [image] }, filterNames: [filterName] })
    return aMessage(Array(alerts).fill(alert), { locale, ...(batch ? { batch } : {}) })
  })

const forAll = (check: (given: ReturnType<typeof aMessage>) => void) =>
  fc.assert(
    fc.property(message, (given) => {
      check(given)
    }),
    { seed: 20261120, numRuns: 200 },
  )

/** The text that Discord would show; throws if markup or mentions remain. */
function unescapeMarkdown(escaped: string): string {
  expect(escaped).not.toMatch(/(?<!\\)(?:\\\\)*[*_~`|>#[\]()<@:]/)
  return escaped.replace(/\\(?=[^\w\s])/g, '')
}
/** Our own: bold type, moments, and the links of compact lines. */
const withoutOwnMarkup = (text: string) =>
  text.replace(/^\*\*(.*?)(?<!\\)\*\*/, '$1').replace(/<t:\d+:[fRD]>(?: \(<t:\d+:R>\))?/g, '')

/** The limits of a Discord message. */
const shown = ({ alerts }: ReturnType<typeof aMessage>) => Math.min(alerts.length, 10)

describe('on Discord', () => {
  test('an embed has no mentions, observes the limits, and shows texts literally', () => {
    forAll((given) => {
      const body = discordBody(given, 'detailed') as DiscordBody
      expect(body.allowed_mentions).toEqual({ parse: [] })
      expect(body.embeds?.length).toBe(shown(given))
      for (const embed of body.embeds ?? []) {
        expect(embedLength(embed)).toBeLessThanOrEqual(600)
        for (const part of [embed.title, embed.description]) {
          expect(part.length).toBeGreaterThan(0)
          for (const line of part.split('\n')) unescapeMarkdown(withoutOwnMarkup(line))
        }
        expect(embed.url).toMatch(/^https:\/\/lotwatch\.example\/(de\/)?auctions\//)
        if (embed.thumbnail) expect(embed.thumbnail.url).toMatch(/^https:/)
      }
      expect(JSON.stringify(body)).not.toMatch(/\\u202e|\\ud[89a-f]|\\u0000/i)
    })
  })

  test('a compact line keeps its link with any title', () => {
    forAll((given) => {
      const body = discordBody(given, 'compact') as DiscordBody
      expect(body.allowed_mentions).toEqual({ parse: [] })
      expect(body.content?.length).toBeLessThanOrEqual(2000)
      const lines = (body.content ?? '').split('\n').slice(given.batch ? 2 : 0)
      expect(lines).toHaveLength(shown(given))
      for (const line of lines) {
        const [, words = '', link] = /^(.*) · \[[\p{L} ]+\]\(<(https:\/\/lotwatch\.example\/\S+)>\)$/u.exec(line) ?? []
        expect(link).toMatch(/auctions\/[0-9a-f-]{36}$/)
        unescapeMarkdown(withoutOwnMarkup(words))
      }
    })
  })

  test('ten compact lines fit, each with its link', () => {
    const title = '[@everyone] '.repeat(300)
    const alerts = Array(10).fill(anAlert({ kind: 'endingSoon', minutes: 90, auction: { title, marketplace: 'demo' } }))
    const { content = '' } = discordBody(aMessage(alerts, { locale: 'de' }), 'compact') as DiscordBody
    expect(content.length).toBeLessThanOrEqual(2000)
    expect(content.match(/\]\(<https:\S+>\)$/gm)).toHaveLength(10)
  })

  test('an embed without end, price or bids has a description', () => {
    const { price: _, ...auction } = anAlert().match.auction
    const alert = { ...anAlert(), match: { ...anAlert().match, auction } }
    expect((discordBody(aMessage([alert]), 'detailed') as DiscordBody).embeds?.[0]?.description).toContain('price unknown')
  })

  test('an end known to the day has no time', () => {
    const ends = (endPrecision?: 'day') => {
      const alert = anAlert({ auction: endPrecision ? { endPrecision } : {} })
      return (discordBody(aMessage([alert]), 'detailed') as DiscordBody).embeds?.[0]?.description.split('\n')[1]
    }
    const seconds = Date.parse('2026-11-21T10:00:00Z') / 1000
    expect([ends(), ends('day')]).toEqual([`Ends <t:${seconds}:f> (<t:${seconds}:R>)`, `Ends <t:${seconds}:D>`])
  })
})

describe('in a mail', () => {
  test('the subject is one line, and foreign text is escaped', () => {
    forAll((given) => {
      const mail = mailOf(given, UNSUBSCRIBE_URL)
      expect(mail.subject).not.toMatch(/[\p{Cc}\u202E]/u)
      expect(mail.subject.length).toBeLessThanOrEqual(150)
      expect(mail.subject.isWellFormed()).toBe(true)
      const tags = new Set([...mail.html.matchAll(/<\/?([a-z!][^\s>]*)/gi)].map(([, name]) => name))
      expect([...tags].filter((tag = '') => !TAGS.includes(tag))).toEqual([])
      for (const [, href = ''] of mail.html.matchAll(/href="([^"]*)"/g)) expect(href).toMatch(/^https:\/\/lotwatch\.example\//)
      for (const [, src = ''] of mail.html.matchAll(/src="([^"]*)"/g)) expect(src).toMatch(/^https:/)
      expect(mail.html).not.toMatch(/<[^>]*\son\w+=/i)
    })
  })

  test('markup is shown literally', () => {
    const { html, text: plain } = mailOf(aMessage([anAlert({ auction: { title: `<b>"Tom" & 'Jerry'</b>` } })]), UNSUBSCRIBE_URL)
    expect(html).toContain('&lt;b&gt;&quot;Tom&quot; &amp; &#39;Jerry&#39;&lt;/b&gt;')
    expect(plain).toContain(`New match: <b>"Tom" & 'Jerry'</b>`)
  })
})

describe('in a push', () => {
  test('the payload meets the contract, fits, and is truncated at grapheme boundaries', () => {
    forAll((given) => {
      const payload = pushPayload(given, NOW)
      expect(PushPayload.safeParse(payload).error).toBeUndefined()
      for (const body of [pushBody(payload), declarativeBody(payload, given.publicUrl)])
        expect(Buffer.byteLength(body)).toBeLessThanOrEqual(MAX_PUSH_PAYLOAD_BYTES)
      expect(payload.title.isWellFormed() && payload.body.isWellFormed()).toBe(true)
      expect(payload.title).not.toMatch(/[\p{Cc}\u202E]/u)
      if (payload.image) expect(payload.image).toMatch(/^https:/)
    })
  })

  test('a title of ten thousand emoji is truncated after a whole one', () => {
    const { title } = pushPayload(aMessage([anAlert({ auction: { title: '👨‍👩‍👧'.repeat(10_000) } })]), NOW)
    expect(title).toMatch(/^(👨‍👩‍👧)+…$/u)
    expect(Buffer.byteLength(title)).toBeLessThanOrEqual(300)
  })
})

test('a test message is marked as one on every channel, in both languages', () => {
  for (const [locale, title, path] of [
    ['en', 'Lotwatch test', '/account'],
    ['de', 'Lotwatch-Test', '/de/account'],
  ] as const) {
    const given = aMessage([], { locale })
    expect(discordBody(given, 'detailed')).toMatchObject({ content: expect.stringContaining(title) })
    expect(mailOf(given, UNSUBSCRIBE_URL)).toMatchObject({
      subject: title,
      text: expect.stringContaining(`https://lotwatch.example${path}\n`),
    })
    expect(PushPayload.parse(pushPayload(given, NOW))).toMatchObject({ kind: 'test', title, path })
  }
})

test('a digest counts its alerts in the subject and names each in the body', () => {
  const alerts = ['Leica M6', 'Leica M3'].map((title) => anAlert({ auction: { title } }))
  const mail = mailOf(aMessage(alerts, { locale: 'de' }), UNSUBSCRIBE_URL)
  expect(mail.subject).toBe('2 Meldungen: Leica M6')
  for (const title of ['Leica M6', 'Leica M3']) {
    expect(mail.text).toContain(title)
    expect(mail.html).toContain(title)
  }
})
