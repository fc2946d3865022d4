import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { WordMatch } from '../../../contract/filter.ts'
import { parseKeywords } from '../../../contract/keywords.ts'
import { spellableWords } from '../../../contract/spellableWords.ts'
import { tokenize } from '../../../contract/tokens.ts'
import { isFoundBy, wordPattern } from '../../../server/matching/keywords/patterns.ts'
import { candidatesOf, spellingsOf } from '../../../server/matching/spellings/candidates.ts'
import { offerSpellings } from '../../../server/matching/spellings/offer.ts'

const termsOf = (keywords: string) => parseKeywords(keywords, { hasOtherCriterion: true }).terms
const candidates = (keywords: string, wordMatch: WordMatch = 'forms') => [...candidatesOf(termsOf(keywords), wordMatch)]
const spellings = (word: string, wordMatch: WordMatch = 'forms') => {
  return spellingsOf({ token: tokenize(word)[0] ?? '', text: word.toLowerCase() }, wordMatch)
}

// biome-ignore format: a table
/** Brands and goods, and mistakes of the kind that sellers make in them. */
const TYPICAL: [string, ...string[]][] = [
  ['Nintendo', 'Nintedo', 'Nitendo', 'Nintento', 'Nintndo', 'Nintnedo'], ['Playstation', 'Playstaion', 'Plystation', 'Playstaton', 'Playsation'],
  ['Makita', 'Makitta', 'Mackita'], ['Fahrrad', 'Fahrad', 'Farrad', 'Fahrrat'], ['Spiegelreflex', 'Spigelreflex', 'Speigelreflex'],
  ['Samsung', 'Samsumg', 'Samsnug', 'Samung'], ['Panasonic', 'Panasonik', 'Panasonc', 'Pansonic'], ['Philips', 'Phillips', 'Filips', 'Philipps'],
  ['Bosch', 'Bosh', 'Bosc'], ['Siemens', 'Simens', 'Seimens'], ['Kärcher', 'Kercher', 'Kächer'], ['Vorwerk', 'Vorwerck', 'Vorwek'],
  ['Thermomix', 'Termomix', 'Thermomiks'], ['Miele', 'Mielle', 'Meile'], ['Märklin', 'Merklin', 'Märcklin'], ['Fleischmann', 'Fleischman'],
  ['Playmobil', 'Playmobiel', 'Plamobil'], ['Lego', 'Leggo'], ['Steiff', 'Steif', 'Staiff'], ['Schleich', 'Shleich', 'Schleih'],
  ['Swarovski', 'Swarowski', 'Swarofski'], ['Rosenthal', 'Rosental'], ['Meissen', 'Meisen'], ['Villeroy', 'Vileroy', 'Villeroi'],
  ['Tupperware', 'Tuperware', 'Tupperwahre'], ['Adidas', 'Addidas', 'Adiddas'], ['Rolex', 'Rollex', 'Roleks'], ['Breitling', 'Braitling', 'Brietling'],
  ['Mercedes', 'Mercedez', 'Mersedes', 'Mecedes'], ['Porsche', 'Porche'], ['Hyundai', 'Hundai'], ['Yamaha', 'Yahama', 'Yamha'],
  ['Suzuki', 'Susuki', 'Suzuky'], ['Kawasaki', 'Kavasaki', 'Kawaski'], ['Lamborghini', 'Lamborgini'], ['Volkswagen', 'Wolkswagen', 'Volkwagen'],
  ['Canon', 'Cannon', 'Kanon', 'Canom'], ['Nikon', 'Nikkon', 'Nicon'], ['Olympus', 'Olimpus', 'Olypmus'], ['Leica', 'Lecia', 'Laica', 'Leika'],
  ['Hasselblad', 'Haselblad', 'Hasselblat'], ['Zeiss', 'Zeis', 'Ziess'], ['iPhone', 'Ihpone', 'Ifone', 'Iphne', 'Iphome'],
  ['Macbook', 'Makbook', 'Macbok', 'Mackbook'], ['Thinkpad', 'Tinkpad', 'Thinkpat'], ['Lenovo', 'Lenowo', 'Lenvo'], ['Logitech', 'Logitec', 'Logtech'],
  ['Sennheiser', 'Senheiser', 'Sennhaiser', 'Sennheisser'], ['Marshall', 'Marschall', 'Marshal'], ['Gibson', 'Gipson'], ['Keyboard', 'Keybord', 'Keyborad'],
  ['Synthesizer', 'Synthesiser', 'Sythesizer', 'Synthezizer'], ['Gitarre', 'Gitare', 'Gittarre'], ['Trompete', 'Trompette'], ['Akkordeon', 'Akordeon', 'Accordeon'],
  ['Matratze', 'Matraze', 'Mattratze'], ['Teppich', 'Tepich', 'Teppihc'], ['Kommode', 'Komode', 'Komodde'], ['Terrasse', 'Terasse', 'Terrase'],
  ['Karussell', 'Karusell', 'Karussel', 'Karrusell'], ['Stehlampe', 'Stelampe', 'Stehlmape'], ['Weihnachten', 'Weinachten'], ['Original', 'Orginal', 'Orignal'],
  ['Porzellan', 'Porzelan', 'Porzellann'], ['Notebook', 'Notbook', 'Notebok'], ['Laptop', 'Labtop', 'Lapop'], ['Mikrofon', 'Mikrophon', 'Microfon'],
  ['Großformat', 'Grosformat'], ['Gerät', 'Geret', 'Garät'], ['Häuser', 'Heuser'], ['Quarz', 'Quartz', 'Kwarz'], ['Fuchs', 'Fux'],
  ['Receiver', 'Reciever', 'Receever'], ['Camera', 'Camra', 'Kamera', 'Cammera'], ['Bicycle', 'Bycicle', 'Bicyle'], ['Guitar', 'Gitar', 'Giutar'],
  ['Jewellery', 'Jewelery', 'Jewellry'], ['Necklace', 'Neclace', 'Necklase'], ['Bracelet', 'Braclet', 'Bracelett'], ['Accessories', 'Accesories', 'Acessories'],
  ['Vintage', 'Vintge', 'Vinatge'], ['Antique', 'Antiqe', 'Antick'], ['Leather', 'Lether', 'Leahter'], ['Theatre', 'Theater'], ['Collectible', 'Collectable', 'Colectible'],
  ['Perfume', 'Parfume', 'Perfum'], ['Surfboard', 'Surfbord', 'Surfborad'], ['Stroller', 'Stroler'], ['Vacuum', 'Vacum', 'Vaccum', 'Vaccuum'],
]

describe('typical mistakes', () => {
  it.each(TYPICAL)('%s', (word, ...written) => {
    const known = spellings(word, 'exact')
    for (const spelling of written) expect([...known.keys()]).toContain(tokenize(spelling)[0])
  })
})

test('there is a representative number of them', () => {
  expect(TYPICAL.flatMap(([, ...written]) => written).length).toBeGreaterThan(150)
})

// biome-ignore format: a table
/** Spellings that must not be offered for a word. */
const NEVER: [string, WordMatch, string, ...string[]][] = [
  ['the word itself', 'exact', 'Gruppe', 'gruppe', 'Gruppe'],
  ['what is folded to it', 'exact', 'Kärcher', 'karcher', 'kaercher'],
  ['its forms', 'forms', 'Kameras', 'kamera'], ['its forms', 'forms', 'Uhren', 'uhre'], ['its forms', 'forms', 'watches', 'watche'],
  ['another beginning', 'exact', 'Lego', 'ego', 'llego', 'kego'], ['another beginning', 'exact', 'Nikon', 'ikon', 'bikon', 'inkon'],
  ['two words', 'exact', 'Schrank', 'sch rank'],
  ['the end of many words', 'compounds', 'Uhren', 'uren'], ['the end of many words', 'compounds', 'Stuhl', 'stul'],
  ['what cannot be written by mistake', 'exact', 'Canon', 'cxnon', 'canonx', 'nikon'],
  ['two mistakes', 'exact', 'Nintendo', 'nitedo'],
]

it.each(NEVER)('%s is not offered (%s, %s)', (_, wordMatch, word, ...written) => {
  const known = spellings(word, wordMatch)
  for (const spelling of written) expect([...known.keys(), ...known.values()]).not.toContain(spelling)
})

test('likely mistakes come before unlikely ones', () => {
  const order = [...spellings('fahrrad').keys()]
  expect(order[0]).toBe('fahrad')
  expect(order.indexOf('farrad')).toBeLessThan(order.indexOf('fahrrrad'))
  expect(order.indexOf('fahrrrad')).toBeLessThan(order.indexOf('fahrrsd'))
})

test('spellings are written like the word, including umlauts', () => {
  expect(spellings('fahrräder').get('fahrader')).toBe('fahräder')
  // Not `kaemra`, which is folded to the same.
  expect(spellings('kamera').get('kamra')).toBe('kamra')
})

test.each([
  ['nintendo -spiele "nintendo switch" nint* 3080 rtx3080 nes', ['nintendo']],
  ['(nintendo,sega saturn,wii) -(konsole,kaputt)', ['nintendo']],
  ['ddr4-3200 foo-barbaz +leica kamera! 日本カメラ камера', []],
  ['Größe GRÖSSE groesse', ['grosse', 'grosse', 'grosse']],
  // Typed with a combining mark.
  ['Größe'.normalize('NFD'), ['grosse']],
])('the words of %s', (keywords, expected) => {
  expect(spellableWords(termsOf(keywords)).map(({ token }) => token)).toEqual(expected)
})

test('a keyword that is a misspelling of another belongs to that word', () => {
  const [nintendo, sega, ...others] = candidates('(nintendo,nintedo,sega,nes) nintendo')
  expect([nintendo?.word.token, sega?.word.token, others]).toEqual(['nintendo', 'sega', []])
  expect([...(nintendo?.used ?? [])]).toEqual(['nintedo'])
  expect(
    candidates('nintendo nintedo').map(({ word }) => word.token),
    'outside of a group both are asked for',
  ).toEqual(['nintendo', 'nintedo'])
})

describe('the offered spellings', () => {
  const offer = (keywords: string, counts: Record<string, number>) => {
    const [first] = offerSpellings(candidates(keywords), new Map(Object.entries(counts)))
    return first?.spellings.map(({ spelling, count, isOwnWord }) => `${spelling} ${count}${isOwnWord ? '!' : ''}`) ?? []
  }
  it('are those found, by frequency, then the four most likely, then words of their own', () => {
    const offered = offer('bosch', { bosch: 1000, bosh: 7, bosc: 1, busch: 101, basch: 100 })
    expect(offered.slice(0, 3)).toEqual(['basch 100', 'bosh 7', 'bosc 1'])
    expect(offered.slice(3, -1).every((one) => one.endsWith(' 0'))).toBe(true)
    expect(offered).toHaveLength(8)
    expect(offered.at(-1)).toBe('busch 101!')
  })
  it('treat up to three titles as mistakes, however rare the word is', () => {
    expect(offer('bosch', { bosch: 1, bosh: 3, busch: 4 }).filter((one) => !one.endsWith(' 0'))).toEqual(['bosh 3', 'busch 4!'])
  })
  it('are at most twelve found ones, plus those in use', () => {
    const counts = Object.fromEntries([...spellings('nintendo').keys()].map((token) => [token, 1]))
    const last = [...spellings('nintendo').values()].at(-1) ?? ''
    expect(offer('nintendo', counts)).toHaveLength(12)
    const offered = offer(`(nintendo,${last})`, counts)
    expect([offered.length, offered.at(-1)]).toEqual([13, `${last} 1`])
  })
})

test('every spelling of any word is one other word that the filter does not find anyway', () => {
  const letters = fc.array(fc.constantFrom(...'abcdefghiklmnopqrstuvwxyzäöüß'), { minLength: 4, maxLength: 24 })
  fc.assert(
    fc.property(letters, fc.constantFrom<WordMatch>('exact', 'forms', 'compounds'), (all, wordMatch) => {
      const [found] = candidates(all.join(''), wordMatch)
      // Folding may leave fewer letters.
      if (!found) return
      const pattern = wordPattern(found.word.token, wordMatch)
      expect(found.spellings.size).toBeLessThanOrEqual(250)
      for (const [token, spelling] of found.spellings) {
        expect(tokenize(spelling)).toEqual([token])
        expect(isFoundBy(pattern, token)).toBe(false)
        expect(spellableWords(termsOf(spelling)).length + (token.length < 4 ? 1 : 0)).toBe(1)
      }
    }),
    { numRuns: 200 },
  )
})
