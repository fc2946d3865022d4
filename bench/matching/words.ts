import { tokenize } from '../../contract/tokens.ts'
import type { Random } from './random.ts'

/** Shares of all distinct words; the rest are base words. */
const NUMBER_SHARE = 0.03
const MODEL_SHARE = 0.04
const INFLECTED_SHARE = 0.12
const COMPOUND_SHARE = 0.35
/** Share of compounds with three parts. */
const TRIPLE_SHARE = 0.15
/** Number of base words before the first derived word. */
const FIRST_BASES = 300
/** Heads and modifiers follow Zipf's law too: a few words are the heads of many compounds. */
const PART_SHIFT = 40
const CAPITAL_SHARE = 0.6
/** Frequent words are short: ranks up to which a base word has one syllable, and at most two. */
const ONE_SYLLABLE_RANKS = 60
const TWO_SYLLABLE_RANKS = 1500
const MAX_SYLLABLES = 3

const list = (words: string) => words.split(' ')
/** Parts of syllables: initial onsets, inner onsets, vowels, inner codas, final codas. */
const ONSETS = list('b br d dr f fl g gr h k kl kr l m n p pf pr r s sch schl schw sp st str t tr v w z zw')
const INNER_ONSETS = list('b d d f g g k l l m m n n r r s t t v w z')
const VOWELS = list('a a a a e e e e e i i i o o o u u ei ei ie au eu ä ö ü')
const INNER_CODAS = ['', '', '', '', '', '', '', ...list('l m n r r s')]
const CODAS = ['', '', '', ...list('l r r n n m s t t ck ng nd rt lt st ch ff ll rm rn ß')]
const ENDINGS = list('e en er n s es ern')
const LINKS = ['', '', 's', 'n']
const CAPITALS = list('A B C D E F G H K L M N P R S T V W X Z')
const UNITS = list('GB W V ti mm cm kg S Pro mini HD')

/**
 * The words of all texts as sellers write them, most frequent first: base words of syllables, their inflected forms, German
 * compounds, numbers and model numbers. Each is one token, and all tokens are distinct.
 */
export function makeWords(random: Random, count: number): string[] {
  const words: string[] = []
  const bases: string[] = []
  const seen = new Set<string>()
  while (words.length < count) {
    const made = makeWord(random, words.length, bases)
    const tokens = tokenize(made.word)
    const [token] = tokens
    if (token === undefined || tokens.length > 1 || seen.has(token)) continue
    seen.add(token)
    words.push(random.chance(CAPITAL_SHARE) ? capitalized(made.word) : made.word)
    if (made.isBase) bases.push(made.word)
  }
  return words
}

function makeWord(random: Random, rank: number, bases: readonly string[]): { word: string; isBase: boolean } {
  const kind = random.unit()
  const other = (word: string) => ({ word, isBase: false })
  if (kind < NUMBER_SHARE) return other(makeNumber(random))
  if (kind < NUMBER_SHARE + MODEL_SHARE) return other(makeModel(random))
  if (bases.length >= FIRST_BASES) {
    const made = kind - NUMBER_SHARE - MODEL_SHARE
    if (made < INFLECTED_SHARE) return other(random.pick(bases) + random.pick(ENDINGS))
    if (made < INFLECTED_SHARE + COMPOUND_SHARE) return other(makeCompound(random, bases))
  }
  return { word: makeBase(random, rank), isBase: true }
}

function makeBase(random: Random, rank: number): string {
  const most = rank < ONE_SYLLABLE_RANKS ? 1 : rank < TWO_SYLLABLE_RANKS ? 2 : MAX_SYLLABLES
  const syllables = random.between(Math.max(1, most - 1), most)
  let word = random.pick(ONSETS) + random.pick(VOWELS)
  for (let more = syllables - 1; more > 0; more--) {
    word += random.pick(INNER_CODAS) + random.pick(INNER_ONSETS) + random.pick(VOWELS)
  }
  return word + random.pick(CODAS)
}

function makeCompound(random: Random, bases: readonly string[]): string {
  const part = () => bases[random.rank(bases.length, PART_SHIFT)] ?? ''
  const parts = random.chance(TRIPLE_SHARE) ? [part(), part()] : [part()]
  return parts.map((modifier) => modifier + random.pick(LINKS)).join('') + part()
}

function makeNumber(random: Random): string {
  return String(random.between(1, 10 ** random.between(1, 5)))
}

/** `rtx3080`, `3080ti`, `x100v`: with a letter before a digit, a digit before a letter, and both. */
function makeModel(random: Random): string {
  const letters = Array.from({ length: random.between(1, 3) }, () => random.pick(CAPITALS)).join('')
  const number = String(random.between(1, 10 ** random.between(1, 4)))
  return random.pick([`${letters}${number}`, `${number}${random.pick(UNITS)}`, `${letters}${number}${random.pick(UNITS)}`])
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
