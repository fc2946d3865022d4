import { escapeHtml } from '../messages/html.ts'

/** Markup made by {@link element}: unescaped text cannot have this type. */
export type Xml = { readonly xml: string }

/** Characters that XML 1.0 forbids even when escaped (section 2.2, `Char`). */
const ILLEGAL = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

const escapeXml = (text: string) => escapeHtml(text.toWellFormed().replace(ILLEGAL, ''))

/** An element. Text and attribute values are escaped; names must come from code. */
export function element(name: string, attributes: Readonly<Record<string, string>>, content: string | readonly Xml[] = []): Xml {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
  const inside = typeof content === 'string' ? escapeXml(content) : content.map(({ xml }) => xml).join('')
  return { xml: `<${name}${written.join('')}${inside === '' ? '/>' : `>${inside}</${name}>`}` }
}

export const xmlDocument = (root: Xml): string => `<?xml version="1.0" encoding="UTF-8"?>\n${root.xml}\n`
