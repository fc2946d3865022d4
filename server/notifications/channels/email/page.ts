import type { Locale } from '../../../../contract/primitives.ts'
import { escapeHtml } from '../../messages/html.ts'

/**
 * The frame of a mail: tables and inline styles, which every mail program supports, and dark colours for programs that support
 * style sheets. The colours are those of the app.
 */
export function mailPage(lang: Locale, { preview, body, foot }: { preview: string; body: string; foot: string }): string {
  return `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">\
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><style>${SHEET}</style></head>\
<body class="paper" style="margin:0;padding:0;background:#fbfaf7"><div style="display:none;max-height:0;overflow:hidden">${preview}</div>\
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" style="background:#fbfaf7"><tr><td align="center" style="padding:24px 12px">\
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;${FONT}">\
<tr><td class="accent" style="padding:0 4px 16px;font-size:18px;font-weight:700;color:#0b5d51">Lotwatch</td></tr>\
${body}\
<tr><td class="muted" style="padding:20px 4px 0;font-size:13px;line-height:20px;color:#5b6170">${foot}</td></tr>\
</table></td></tr></table></body></html>`
}

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const SHEET =
  ':root{color-scheme:light dark}a{text-decoration:none}@media (prefers-color-scheme:dark){.paper{background:#111318!important}' +
  '.card{background:#181b22!important;border-color:#2a2f3a!important}.ink{color:#ecedef!important}.muted{color:#a3a9b6!important}' +
  '.accent{color:#5ec8b2!important}.button{background:#5ec8b2!important;color:#111318!important}.ending{color:#ff8a80!important}' +
  '.fresh{color:#8ab4ff!important}.picture{border-color:#2a2f3a!important}}'

/** `inner` is HTML. */
export const card = (inner: string): string =>
  `<tr><td style="padding:0 0 12px"><table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="background:#ffffff;\
border:1px solid #e4e2db;border-radius:10px"><tr><td style="padding:16px">${inner}</td></tr></table></td></tr>`

export const button = (text: string, url: string): string =>
  `<a class="button" href="${escapeHtml(url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#0b5d51;color:#ffffff;\
font-size:16px;font-weight:600">${escapeHtml(text)}</a>`

export const link = (text: string, url: string): string =>
  `<a class="accent" href="${escapeHtml(url)}" style="color:#0b5d51;text-decoration:underline">${escapeHtml(text)}</a>`

export const paragraph = (text: string, margin = '0 0 12px'): string =>
  `<p class="ink" style="margin:${margin};font-size:16px;line-height:24px;color:#16181d">${escapeHtml(text)}</p>`
