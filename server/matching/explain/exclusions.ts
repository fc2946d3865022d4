import type { Auction } from '../../../contract/auction.ts'
import { tokenize, tokenizeWithPlaces } from '../../../contract/tokens.ts'
import { highlightsOf, tokenizeFields } from '../keywords/highlights.ts'
import { changedCriteria } from './change.ts'
import type { Explanation } from './explain.ts'
import type { EvaluationInput, FixCandidate } from './fixCandidate.ts'
import { explainInput, verdictOf } from './fixes.ts'
import { FUNCTION_WORDS } from './functionWords.ts'

const MAX_WORDS = 3
/** Shorter words are not meaningful exclusions. */
const MIN_LETTERS = 3

type Titled = Pick<Auction, 'title'>

/**
 * Changes that exclude an auction and similar ones from a filter that it matches: words of its title, its seller, its unknown
 * criteria. `matches`: other matches of the filter, which show which words are distinctive.
 */
export function exclusionCandidates(one: EvaluationInput, { flags }: Explanation, matches: readonly Titled[]): FixCandidate[] {
  const { criteria } = one
  const candidates: FixCandidate[] = [
    ...tellingWords(one, matches).map((word): FixCandidate => {
      const change = { keywords: `${criteria.keywords} -${word}`.trim() }
      return { kind: 'excludeWord', criterion: 'keywords', change, values: [word] }
    }),
    ...sellerCandidates(one),
    ...flags.map((criterion): FixCandidate => {
      const change = { unknown: { ...criteria.unknown, [criterion]: 'exclude' as const } }
      return { kind: 'excludeUnknown', criterion, change }
    }),
  ]
  return candidates.filter((candidate) => hides(candidate, one)).filter(onlyFirstWords())
}

function onlyFirstWords(): (candidate: FixCandidate) => boolean {
  let words = 0
  return ({ kind }) => kind !== 'excludeWord' || ++words <= MAX_WORDS
}

function hides({ change }: FixCandidate, one: EvaluationInput): boolean {
  const criteria = changedCriteria(one.criteria, change)
  return criteria !== undefined && verdictOf(explainInput({ ...one, criteria }), criteria) === 'no'
}

/**
 * Meaningful words of the title that the filter does not require. Words in many but not most other matches come first, because
 * they name a kind of item ("case", "for parts"). Words in most matches name the wanted item itself.
 */
function tellingWords({ criteria, auction }: EvaluationInput, matches: readonly Titled[]): string[] {
  const fields = tokenizeFields(auction, 'titleAndDescription')
  const asked = highlightsOf([criteria], fields).filter(({ field }) => field === 'title')
  const words = new Map<string, string>()
  for (const { text, start, end } of tokenizeWithPlaces(auction.title)) {
    const isAsked = asked.some((highlight) => highlight.start < end && start < highlight.end)
    const letters = text.match(/\p{L}/gu)?.length ?? 0
    const isTelling = letters >= MIN_LETTERS && !FUNCTION_WORDS.has(text)
    if (!isAsked && isTelling && !words.has(text)) words.set(text, auction.title.slice(start, end).toLowerCase())
  }
  const counts = new Map([...words.keys()].map((text) => [text, 0]))
  for (const { title } of matches) {
    for (const text of new Set(tokenize(title))) {
      const count = counts.get(text)
      if (count !== undefined) counts.set(text, count + 1)
    }
  }
  const rank = (text: string) => {
    const count = counts.get(text) ?? 0
    return count * 2 > matches.length ? -1 : count
  }
  return [...words].toSorted(([a], [b]) => rank(b) - rank(a)).map(([, written]) => written)
}

/** For a filter with a list of allowed sellers, removes this one. */
function sellerCandidates({ criteria, auction }: EvaluationInput): FixCandidate[] {
  const name = auction.seller?.name
  const { only = [], never = [] } = criteria.sellers ?? {}
  if (name === undefined || only.length > 0) return []
  return [{ kind: 'blockSeller', criterion: 'seller', change: { sellers: { only, never: [...never, name] } }, values: [name] }]
}
