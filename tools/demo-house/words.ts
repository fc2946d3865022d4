import type { Condition } from '../../contract/auction.ts'
import type { Kind } from './goods/kind.ts'
import type { Random } from './random.ts'

export type Language = 'de' | 'en'

/** The limit of titles on large marketplaces. */
const MAX_TITLE_LENGTH = 80

const CONDITION_WORDS: Readonly<Record<Language, Readonly<Record<Condition, readonly string[]>>>> = {
  de: {
    new: ['NEU', 'NEU & OVP', 'neu'],
    likeNew: ['wie neu', 'neuwertig', 'TOP Zustand'],
    refurbished: ['generalüberholt', 'refurbished'],
    used: ['', '', 'gebraucht', 'guter Zustand'],
    forParts: ['defekt', 'für Bastler', 'defekt an Bastler'],
  },
  en: {
    new: ['NEW', 'brand new', 'new in box'],
    likeNew: ['like new', 'mint', 'excellent'],
    refurbished: ['refurbished', 'overhauled'],
    used: ['', '', 'used', 'good condition'],
    forParts: ['for parts', 'spares or repair', 'not working'],
  },
}

const CONDITION_SENTENCES: Readonly<Record<Language, Readonly<Record<Condition, string>>>> = {
  de: {
    new: 'Ungebraucht in der Originalverpackung.',
    likeNew: 'Kaum benutzt, ohne sichtbare Spuren.',
    refurbished: 'In der Fachwerkstatt überholt und geprüft.',
    used: 'Gebraucht, mit den üblichen Spuren.',
    forParts: 'Defekt, wird zum Ausschlachten oder Reparieren abgegeben.',
  },
  en: {
    new: 'Unused, in original packaging.',
    likeNew: 'Hardly used, no visible marks.',
    refurbished: 'Overhauled and tested by a specialist.',
    used: 'Used, with the usual marks.',
    forParts: 'Not working, sold for parts or repair.',
  },
}

const LEADS: Readonly<Record<Language, readonly string[]>> = {
  de: ['Rarität:', 'Dachbodenfund:', 'Sammlerstück:', 'Schnäppchen!', 'Vintage', 'Original'],
  en: ['Rare:', 'Attic find:', 'Collector’s item:', 'Bargain!', 'Vintage', 'Original'],
}

export type Goods = {
  readonly kind: Kind
  readonly condition: Condition
  readonly language: Language
  readonly commercial: boolean
}
export type Texts = { readonly title: string; readonly description?: string }

/** The seller's texts. One seller in ten writes no description, and spelling varies as in real listings. */
export function textsOf(goods: Goods, random: Random): Texts {
  const { kind, language } = goods
  const model = random.pick(kind.models)
  const noun = random.pick(kind.nouns[language])
  const extra = random.chance(0.7) ? random.pick(kind.extras[language]) : ''
  const condition = random.chance(0.6) ? random.pick(CONDITION_WORDS[language][goods.condition]) : ''
  const title = misspell(compose(random, language, model, noun, extra, condition), random)
  if (random.chance(0.1)) return { title }
  return { title, description: describeGoods(goods, `${noun} ${model}${extra === '' ? '' : `, ${extra}`}`, random) }
}

function compose(random: Random, language: Language, model: string, noun: string, extra: string, condition: string): string {
  const parts = random.weighted<readonly string[]>([
    [5, [model, noun, extra, condition]],
    [3, [noun, model, extra, condition]],
    [2, [random.pick(LEADS[language]), model, noun, condition, extra]],
    [1, [condition, model, noun, extra]],
  ])
  let title = ''
  for (const part of parts) {
    const longer = title === '' ? part : `${title} ${part}`
    if (part !== '' && longer.length <= MAX_TITLE_LENGTH) title = longer
  }
  return title
}

function misspell(title: string, random: Random): string {
  return random.weighted<(text: string) => string>([
    [72, (text) => text],
    [4, (text) => mistype(text, random)],
    [9, (text) => text.replace(/ä/g, 'ae').replace(/ö/g, 'oe').replace(/ü/g, 'ue').replace(/ß/g, 'ss')],
    [8, (text) => text.replace(/(?<=\p{Lu}{2}) (?=\d)/gu, '')],
    [4, (text) => text.replace(/(?<=\p{Lu}{2}) (?=\d)/gu, '-')],
    [3, (text) => text.toUpperCase().replace(/ẞ/g, 'SS')],
  ])(title)
}

const LONG_WORD = /\p{L}{6,}/gu

/** One letter of a longer word is omitted, doubled or swapped with the next. */
function mistype(title: string, random: Random): string {
  const words = [...title.matchAll(LONG_WORD)]
  if (words.length === 0) return title
  const { 0: word, index } = random.pick(words)
  // Never the first or last letter, where mistakes are noticed.
  const at = index + random.int(1, word.length - 3)
  const [letter, next] = [title.charAt(at), title.charAt(at + 1)]
  return title.slice(0, at) + random.pick([next, letter + letter + next, next + letter]) + title.slice(at + 2)
}

function describeGoods(goods: Goods, what: string, random: Random): string {
  const { language, kind } = goods
  const opening = language === 'de' ? `Angeboten wird: ${what}.` : `On offer: ${what}.`
  const facts = kind.facts[language].filter(() => random.chance(0.6))
  const closing =
    language === 'de'
      ? goods.commercial
        ? 'Rechnung mit ausgewiesener Mehrwertsteuer liegt bei.'
        : 'Privatverkauf, keine Rücknahme. Fragen gerne vor dem Ende stellen.'
      : goods.commercial
        ? 'VAT invoice included.'
        : 'Private sale, no returns. Please ask before the end.'
  return [opening, CONDITION_SENTENCES[language][goods.condition], ...facts, closing].join('\n')
}
