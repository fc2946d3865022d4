import type { DraftChange } from '../../../contract/explain.ts'
import type { FilterCriteria, WordMatch } from '../../../contract/filter.ts'
import type { Stretch } from '../../../contract/tokens.ts'
import type { KeywordsDetail } from './explain.ts'
import type { FixCandidate } from './fixCandidate.ts'

const WIDER: Readonly<Record<WordMatch, readonly WordMatch[]>> = {
  exact: ['forms', 'compounds'],
  forms: ['compounds'],
  compounds: [],
}

/** Changes with which the keywords would hold: search more text, find more forms of the words, or finally drop words. */
export function keywordCandidates({ missing, excludedBy }: KeywordsDetail, criteria: FilterCriteria): FixCandidate[] {
  const { keywords, searchIn, wordMatch } = criteria
  const unwanted = excludedBy.map(({ term }) => term)
  const kept = withoutStretches(keywords, unwanted)
  const dropped = { keywords: withoutStretches(keywords, [...missing, ...unwanted]) }
  const drop = candidate('dropWords', dropped, textsOf(keywords, [...missing, ...unwanted]))
  if (missing.length === 0) return [drop]

  // With an excluded word in the text, the smaller changes remove it too.
  const rest = unwanted.length > 0 ? { keywords: kept } : {}
  const named = unwanted.length > 0 ? textsOf(keywords, unwanted) : undefined
  return [
    ...(searchIn === 'title' ? [candidate('searchDescriptions', { ...rest, searchIn: 'titleAndDescription' }, named)] : []),
    ...WIDER[wordMatch].map((wider) => candidate('widenWords', { ...rest, wordMatch: wider }, named)),
    drop,
  ]
}

function candidate(kind: FixCandidate['kind'], change: DraftChange, values?: string[]): FixCandidate {
  return { kind, criterion: 'keywords', change, ...(values ? { values } : {}) }
}

/** The terms as typed. */
export function textsOf(keywords: string, terms: readonly Stretch[]): string[] {
  return terms.toSorted((a, b) => a.start - b.start).map(({ start, end }) => keywords.slice(start, end))
}

function withoutStretches(keywords: string, terms: readonly Stretch[]): string {
  let text = keywords
  for (const { start, end } of terms.toSorted((a, b) => b.start - a.start)) text = `${text.slice(0, start)} ${text.slice(end)}`
  return text
    .replace(/(?<!\s)\s*,(?=\s*(?:,|$))|^\s*,/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}
