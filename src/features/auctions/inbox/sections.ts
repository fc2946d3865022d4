import type { Match } from '../../../../contract/match.ts'

/** A line of the inbox: a match, or the heading of a marketplace's separate section. */
export type InboxLine = { kind: 'match'; key: string; match: Match } | { kind: 'heading'; key: string; marketplace: string }

/**
 * Puts the rows of marketplaces that forbid mixing into separate sections after the others. There is no heading if all rows
 * are from one such marketplace.
 */
export function linesOf(rows: readonly Match[], ownSections: ReadonlySet<string>): InboxLine[] {
  const mixed: InboxLine[] = []
  const own = new Map<string, InboxLine[]>()
  for (const match of rows) {
    const { marketplace } = match.auction
    const line: InboxLine = { kind: 'match', key: match.id, match }
    if (!ownSections.has(marketplace)) mixed.push(line)
    else own.set(marketplace, [...(own.get(marketplace) ?? []), line])
  }
  if (mixed.length === 0 && own.size === 1) return [...own.values()].flat()
  return [
    ...mixed,
    ...[...own].flatMap(([marketplace, lines]): InboxLine[] => [
      { kind: 'heading', key: `section ${marketplace}`, marketplace },
      ...lines,
    ]),
  ]
}
