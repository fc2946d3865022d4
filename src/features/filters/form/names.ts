/** Names as comma-separated text; names that contain a comma or a quote are quoted. */
export const namesText = (names: readonly string[]): string =>
  names.map((name) => (/[",]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join(', ')

const NAME = /\s*(?:"((?:[^"]|"")*)"?|([^,]*))\s*(?:,|$)/g

/** Parses such a text, also while it is being typed. */
export const readNames = (text: string): string[] =>
  [...text.matchAll(NAME)].map(([, quoted, plain = '']) => (quoted?.replaceAll('""', '"') ?? plain).trim()).filter(Boolean)
