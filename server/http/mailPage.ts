import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { Locale } from '../../contract/primitives.ts'
import { escapeHtml } from '../notifications/messages/html.ts'

/** Inline styles in the app's colours, because the page must work where the app cannot be loaded. */
const SHEET = `:root{color-scheme:light dark;--ink:light-dark(#16181d,#ecedef);--accent:light-dark(#0b5d51,#5ec8b2)}
body{margin:0;padding:3rem 1rem;background:light-dark(#fbfaf7,#111318);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
main{max-width:32rem;margin:0 auto;padding:1.5rem;border:1px solid light-dark(#e4e2db,#2a2f3a);border-radius:10px;background:light-dark(#fff,#181b22)}
h1{margin:0 0 .75rem;font-size:1.375rem;line-height:1.25}p{margin:0 0 1rem;overflow-wrap:anywhere}
button{min-height:44px;padding:.5rem 1.25rem;border:0;border-radius:8px;background:var(--accent);color:light-dark(#fff,#111318);font:inherit;font-weight:600}
a{color:var(--accent)}form{margin:0 0 1rem}:focus-visible{outline:2px solid var(--accent);outline-offset:2px}`
const SHEET_HASH = createHash('sha256').update(SHEET).digest('base64')
const POLICY = `default-src 'none';style-src 'sha256-${SHEET_HASH}';form-action 'self';base-uri 'none';frame-ancestors 'none'`

export type MailPage = {
  locale: Locale
  title: string
  text?: string
  /** Submits the form to the page's own URL. */
  button?: string
  back: { text: string; url: string }
}

/** A page for users who come from a mail, perhaps in a browser that has never loaded the app. */
export function sendMailPage(reply: FastifyReply, { locale, title, text, button, back }: MailPage): FastifyReply {
  const form = button ? `<form method="post"><button>${escapeHtml(button)}</button></form>` : ''
  return (
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', POLICY)
      .header('cache-control', 'no-store')
      // The URL contains the token.
      .header('referrer-policy', 'no-referrer')
      .header('x-robots-tag', 'noindex')
      .send(
        `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
          `<title>${escapeHtml(title)} · Lotwatch</title><style>${SHEET}</style></head><body><main><h1>${escapeHtml(title)}</h1>` +
          `${text ? `<p>${escapeHtml(text)}</p>` : ''}${form}<a href="${escapeHtml(back.url)}">${escapeHtml(back.text)}</a></main></body></html>`,
      )
  )
}
