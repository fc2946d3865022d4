import { localizedPath } from '../../../../contract/routes.ts'
import { colorOf, EVENTS } from '../../events/registry.ts'
import { cut, type Described, describeAlert } from '../../messages/describe.ts'
import { escapeHtml } from '../../messages/html.ts'
import { type Summary, summaryOf } from '../../messages/summary.ts'
import { TEXTS } from '../../messages/texts.ts'
import type { Alert, Message } from '../channel.ts'
import { button, card, link, mailPage, paragraph } from './page.ts'

const MAX_SUBJECT = 150
/** Longer texts could exceed what mail programs display (Gmail clips at 102 kB). */
const MAX_TITLE = 200
const MAX_FILTERS = 200
const MAX_IMAGE_LENGTH = 1000

export type Mail = { subject: string; text: string; html: string }

/** A mail in the recipient's language, as plain text and as HTML. In the HTML all foreign text is escaped. */
export function mailOf(message: Message, unsubscribeUrl: string): Mail {
  const settingsUrl = `${message.publicUrl}${localizedPath(message.locale, '/account')}`
  const foot = footOf(message, settingsUrl, unsubscribeUrl)
  const { subject, preview, text, body } = message.confirmUrl
    ? askToConfirm(message, message.confirmUrl)
    : message.alerts.length === 0
      ? test(message)
      : alerts(message)
  return {
    subject: cut(subject, MAX_SUBJECT),
    text: `${text}\n\n-- \n${foot.text}\n`,
    html: mailPage(message.locale, { preview: escapeHtml(preview), body, foot: foot.html }),
  }
}

type Content = { subject: string; preview: string; text: string; body: string }

function alerts(message: Message): Content {
  const texts = TEXTS[message.locale]
  const described = message.alerts.map((alert) => ({ alert, one: shortened(describeAlert(alert, message)) }))
  const [first] = described
  if (!first) throw new Error('a mail of alerts has at least one')
  const url = (one: Described) => `${message.publicUrl}${one.path}`
  const isAlone = described.length === 1
  const { event, title, price } = first.one
  const summary = summaryOf(message)
  const headline = summary?.headline ?? texts.batched.digest(described.length)
  return {
    subject: isAlone && !summary ? `${event}: ${title} · ${price}` : `${headline}: ${title}`,
    preview: isAlone ? facts(first.one).join(DOT) : described.map(({ one }) => one.title).join(' · '),
    text: [
      ...(summary ? [`${summary.headline}\n${summary.counts}`] : []),
      ...described.map(({ one }) =>
        [`${one.event}: ${one.title}${one.isDemo ? ` (${texts.demo})` : ''}`, one.price, ...facts(one), url(one)].join('\n'),
      ),
    ].join('\n\n'),
    body: [
      ...(summary ? [card(headOf(summary))] : []),
      ...described.map(({ alert, one }) =>
        card(isAlone ? large(alert, one, url(one), message) : row(alert, one, url(one), message)),
      ),
    ].join(''),
  }
}

const headOf = ({ headline, counts }: Summary) =>
  `<h1 class="ink" style="margin:0 0 4px;font-size:18px;line-height:24px;font-weight:700;color:#16181d">${escapeHtml(headline)}</h1>\
<p class="muted" style="margin:0;font-size:14px;line-height:20px;color:#5b6170">${escapeHtml(counts)}</p>`

function shortened(one: Described): Described {
  return { ...one, title: cut(one.title, MAX_TITLE), filters: cut(one.filters, MAX_FILTERS) }
}

/** A separator that never starts a line. */
const DOT = '\u00A0· '
const facts = (one: Described): string[] =>
  [[one.bids, one.ends].filter(Boolean).join(DOT), one.place, one.filters].filter(
    (fact) => fact !== undefined && fact !== '',
  ) as string[]

/** The only alert of a mail: with a large picture and a button. */
function large(alert: Alert, one: Described, url: string, message: Message): string {
  const image = pictureOf(alert)
  const picture = image
    ? `<a href="${escapeHtml(url)}"><img class="picture" src="${escapeHtml(image)}" alt="" style="display:block;margin:0 auto 16px;max-width:100%;\
max-height:320px;width:auto;height:auto;border:0;border-radius:8px"></a>`
    : ''
  return `${picture}${words(alert, one, url, message)}<div style="padding-top:16px">${button(TEXTS[message.locale].open, url)}</div>`
}

/** One of several alerts: with a small picture beside the text. */
function row(alert: Alert, one: Described, url: string, message: Message): string {
  const image = pictureOf(alert)
  const picture = image
    ? `<td width="96" valign="top" style="padding-right:14px"><a href="${escapeHtml(url)}"><img class="picture" src="${escapeHtml(image)}" alt="" width="96" \
style="display:block;width:96px;max-height:128px;object-fit:cover;border:0;border-radius:8px"></a></td>`
    : ''
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>${picture}<td valign="top">${words(alert, one, url, message)}</td></tr></table>`
}

function words({ kind }: Alert, one: Described, url: string, { locale }: Message): string {
  const [name, color] = [EVENTS[kind].tone, colorOf(kind)]
  const event = one.isDemo ? `${one.event} · ${TEXTS[locale].demo}` : one.event
  const title = `<a class="ink" href="${escapeHtml(url)}" style="color:#16181d">${escapeHtml(one.title)}</a>`
  return `<p class="${name}" style="margin:0 0 2px;font-size:13px;line-height:18px;font-weight:600;color:${color}">${escapeHtml(event)}</p>\
<h2 style="margin:0 0 6px;font-size:18px;line-height:24px;font-weight:600;word-break:break-word">${title}</h2>\
<p class="ink" style="margin:0 0 6px;font-size:18px;line-height:24px;font-weight:700;color:#16181d">${escapeHtml(one.price)}</p>\
<p class="muted" style="margin:0;font-size:14px;line-height:20px;color:#5b6170;word-break:break-word">${facts(one).map(escapeHtml).join('<br>')}</p>`
}

/** Linked, as on the marketplace, not attached. */
const pictureOf = ({ match }: Alert) =>
  match.auction.images.find((url) => url.startsWith('https:') && url.length <= MAX_IMAGE_LENGTH)

function test({ locale }: Message): Content {
  const { testTitle, testBody } = TEXTS[locale]
  return { subject: testTitle, preview: testBody, text: testBody, body: card(paragraph(testBody, '0')) }
}

function askToConfirm({ locale }: Message, url: string): Content {
  const { confirm } = TEXTS[locale]
  return {
    subject: confirm.subject,
    preview: confirm.why,
    text: [confirm.why, url, confirm.ifNot].join('\n\n'),
    body: card(
      `${paragraph(confirm.why)}<div style="padding:4px 0 16px">${button(confirm.button, url)}</div>${paragraph(confirm.ifNot, '0')}`,
    ),
  }
}

function footOf({ locale, alerts: included }: Message, settingsUrl: string, unsubscribeUrl: string) {
  const { whyMail, settings, unsubscribe } = TEXTS[locale]
  const why = included.length > 0 ? whyMail : ''
  return {
    text: [why, `${settings}: ${settingsUrl}`, `${unsubscribe.link}: ${unsubscribeUrl}`].filter(Boolean).join('\n'),
    html: [escapeHtml(why), `${link(settings, settingsUrl)} · ${link(unsubscribe.link, unsubscribeUrl)}`]
      .filter(Boolean)
      .join('<br>'),
  }
}
