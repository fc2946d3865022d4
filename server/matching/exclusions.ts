import type { Auction } from '../../contract/auction.ts'
import { tokenize, tokenizeWithPlaces } from '../../contract/tokens.ts'
import { changedCriteria } from './change.ts'
import type { Explanation } from './explain.ts'
import { type Case, explainCase, type Idea, verdictOf } from './fixes.ts'
import { FUNCTION_WORDS } from './functionWords.ts'
import { highlightsOf, readFields } from './highlights.ts'

const MAX_WORDS = 3
/** Shorter words name nothing that one could want to be without. */
const MIN_LETTERS = 3

type Titled = Pick<Auction, 'title'>

/**
 * Ways to keep an auction and its like out of a filter that it matches: words of its title, its seller, what is unknown of
 * it. `matches`: others that the filter found, for judging which words are telling.
 */
export function exclusionIdeas(one: Case, { flags }: Explanation, matches: readonly Titled[]): Idea[] {
  const { criteria } = one
  const ideas: Idea[] = [
    ...tellingWords(one, matches).map((word): Idea => {
      const change = { keywords: `${criteria.keywords} -${word}`.trim() }
      return { kind: 'excludeWord', criterion: 'keywords', change, values: [word] }
    }),
    ...sellerIdea(one),
    ...flags.map((criterion): Idea => {
      const change = { unknown: { ...criteria.unknown, [criterion]: 'exclude' as const } }
      return { kind: 'excludeUnknown', criterion, change }
    }),
  ]
  return ideas.filter((idea) => hides(idea, one)).filter(onlyFirstWords())
}

function onlyFirstWords(): (idea: Idea) => boolean {
  let words = 0
  return ({ kind }) => kind !== 'excludeWord' || ++words <= MAX_WORDS
}

function hides({ change }: Idea, one: Case): boolean {
  const criteria = changedCriteria(one.criteria, change)
  return criteria !== undefined && verdictOf(explainCase({ ...one, criteria }), criteria) === 'no'
}

/**
 * Words of the title that the filter did not ask for and that mean something by themselves. First those that stand in many of the other matches but not in most:
 * they name a kind of thing ("case", "for parts"). What stands in most names the thing itself.
 */
function tellingWords({ criteria, auction }: Case, matches: readonly Titled[]): string[] {
  const fields = readFields(auction, 'titleAndDescription')
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

/** A filter that names its sellers drops one of them. */
function sellerIdea({ criteria, auction }: Case): Idea[] {
  const name = auction.seller?.name
  const { only = [], never = [] } = criteria.sellers ?? {}
  if (name === undefined || only.length > 0) return []
  return [{ kind: 'blockSeller', criterion: 'seller', change: { sellers: { only, never: [...never, name] } }, values: [name] }]
}
