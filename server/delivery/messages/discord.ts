import type { Message, Target } from '../sender.ts'
import { cut, type Described, describeAlert } from './describe.ts'
import { TEXTS } from './texts.ts'

/** Limits of Discord's API reference, "Message" and "Embed". */
const MAX_CONTENT = 2000
const MAX_TITLE = 256
const MAX_EMBEDS = 10
const ACCENT = 0x0b5d51

/** The body of an Execute Webhook call. Nobody is ever mentioned, whatever a listing's text says. */
export function discordBody(message: Message, format: Extract<Target, { channel: 'discord' }>['format']): object {
  const texts = TEXTS[message.locale]
  const quiet = { allowed_mentions: { parse: [] } }
  if (message.alerts.length === 0) return { ...quiet, content: `**${texts.testTitle}**\n${texts.testBody}` }
  const described = message.alerts.map((alert) => ({ ...describeAlert(alert, message), image: alert.match.auction.images[0] }))
  const link = ({ path }: Described) => `${message.publicUrl}${path}`
  if (format === 'compact') {
    const lines = described.map(
      (one) =>
        `**${escapeMarkdown(one.event)}** ${cut(escapeMarkdown(one.title), MAX_TITLE)} · ${escapeMarkdown(one.price)} ${link(one)}`,
    )
    return { ...quiet, content: cut(lines.join('\n'), MAX_CONTENT) }
  }
  return {
    ...quiet,
    embeds: described.slice(0, MAX_EMBEDS).map((one) => ({
      title: cut(escapeMarkdown(one.title), MAX_TITLE),
      url: link(one),
      color: ACCENT,
      author: { name: one.isDemo ? `${one.event} · ${texts.demo}` : one.event },
      description: escapeMarkdown([one.price, one.bids, one.ends].filter(Boolean).join(' · ')),
      footer: { text: cut(one.filters, MAX_TITLE) },
      // Discord fetches the picture itself; it takes none but https.
      ...(one.image?.startsWith('https:') ? { thumbnail: { url: one.image } } : {}),
    })),
  }
}

/** Markdown of a stranger's text shown as it was written; mentions and links stay dead. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\*_~`|>#[\]()<@:-]/g, '\\$&')
}
