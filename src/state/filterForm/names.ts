/** Names as one line of text: commas between them, and quotes around a name that has a comma or a quote of its own. */
export const namesText = (names: readonly string[]): string =>
  names.map((name) => (/[",]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join(', ')

const NAME = /\s*(?:"((?:[^"]|"")*)"?|([^,]*))\s*(?:,|$)/g

/** The names in such a text, also in one that is still being typed. */
export const readNames = (text: string): string[] =>
  [...text.matchAll(NAME)].map(([, quoted, plain = '']) => (quoted?.replaceAll('""', '"') ?? plain).trim()).filter(Boolean)
