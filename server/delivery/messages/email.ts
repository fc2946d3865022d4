import { localizedPath } from '../../../contract/routes.ts'
import type { Message } from '../sender.ts'
import { cut, type Described, describeAlert } from './describe.ts'
import { TEXTS } from './texts.ts'

const MAX_SUBJECT = 150

export type Mail = { subject: string; text: string; html: string; settingsUrl: string }

/** A mail in the reader's language: as plain text, and as HTML in which every foreign word is escaped. */
export function mailOf(message: Message): Mail {
  const texts = TEXTS[message.locale]
  const settingsUrl = `${message.publicUrl}${localizedPath(message.locale, '/account')}`
  const described = message.alerts.map((alert) => describeAlert(alert, message))
  const first = described[0]
  if (!first) {
    return {
      subject: texts.testTitle,
      text: `${texts.testBody}\n`,
      html: page(message.locale, `<p>${escapeHtml(texts.testBody)}</p>`),
      settingsUrl,
    }
  }
  const subject =
    described.length === 1 ? `${first.event}: ${first.title}` : `${texts.digestSubject(described.length)}: ${first.title}`
  const url = (one: Described) => `${message.publicUrl}${one.path}`
  const text = described.map((one) => [heading(one, texts.demo), ...facts(one), url(one)].join('\n')).join('\n\n')
  const html = described
    .map(
      (one) =>
        `<h2 style="font-size:18px;margin:24px 0 4px"><a href="${escapeHtml(url(one))}" style="color:#0b5d51">${escapeHtml(heading(one, texts.demo))}</a></h2>` +
        `<p style="margin:0">${facts(one).map(escapeHtml).join('<br>')}</p>`,
    )
    .join('')
  return {
    subject: cut(subject, MAX_SUBJECT),
    text: `${text}\n\n--\n${texts.whyMail}\n${texts.settings}: ${settingsUrl}\n`,
    html: page(
      message.locale,
      `${html}<p style="margin:32px 0 0;color:#5b6170;font-size:14px">${escapeHtml(texts.whyMail)} <a href="${escapeHtml(settingsUrl)}">${escapeHtml(texts.settings)}</a></p>`,
    ),
    settingsUrl,
  }
}

const heading = (one: Described, demo: string) => `${one.event}: ${one.title}${one.isDemo ? ` (${demo})` : ''}`
const facts = (one: Described) => [[one.price, one.bids, one.ends].filter(Boolean).join(' · '), one.filters]

const page = (lang: string, body: string) =>
  `<!doctype html><html lang="${lang}"><body style="font-family:system-ui,sans-serif;color:#16181d;max-width:600px">${body}</body></html>`

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
