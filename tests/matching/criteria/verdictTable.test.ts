import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Auction } from '../../../contract/auction.ts'
import type { WordMatch } from '../../../contract/filter.ts'
import { keywordErrors } from '../../../contract/keywords.ts'
import { createMatcher } from '../../../server/matching/index/matcher.ts'
import { naiveFlags } from '../naive.ts'
import { anAuction, flagsOf, someCriteria } from '../support.ts'
import { asFilter, convert, NOW } from '../vocabulary.ts'

/* Compares the matcher and its naive counterpart with `verdicts.md`, the table of expected verdicts. */

type Found = 'yes' | 'no' | 'refused'
/** One row: the same verdict for each of its filters, which differ in their word match alone. */
type Row = { line: number; name: string; filters: Filter[]; auction: Partial<Auction>; found: Found }
type Filter = { keywords: string; wordMatch: WordMatch; searchIn: string; marketplaces: string[] }
type Section = { name: string; line: number; rows: Row[] }
type Line = { line: number; text: string }

const PAGE = 'verdicts.md'
const COLUMNS = ['keywords', 'how', 'title', 'found', 'why']
const COLUMNS_WITH_DESCRIPTION = ['keywords', 'how', 'title', 'description', 'found', 'why']
const WORD_MATCHES: Readonly<Record<string, WordMatch[]>> = {
  any: ['exact', 'forms', 'compounds'],
  'exact, forms': ['exact', 'forms'],
  'forms, compounds': ['forms', 'compounds'],
  exact: ['exact'],
  forms: ['forms'],
  compounds: ['compounds'],
}
/** Characters that are invisible or ambiguous on the page must be written by their code. */
const UNSEEN = /(?!\n)\p{C}|(?! )\p{Z}|\p{M}/u

const sections = readSections(readFileSync(new URL(PAGE, import.meta.url), 'utf8'))
const rows = sections.flatMap((section) => section.rows)

for (const section of sections) {
  describe(section.name, () => {
    for (const { line, name, filters, auction, found } of section.rows) {
      test(`${PAGE}:${line}: ${name}`, () => {
        for (const filter of filters) {
          const { wordMatch } = filter
          const criteria = someCriteria(filter)
          const refused = keywordErrors(criteria).length > 0
          expect({ wordMatch, refused }).toEqual({ wordMatch, refused: found === 'refused' })
          if (refused) continue
          const matcher = flagsOf(filter, auction) !== undefined
          const naive = naiveFlags(criteria, anAuction(auction), { now: NOW, convert }) !== undefined
          expect({ wordMatch, matcher, naive }).toEqual({ wordMatch, matcher: found === 'yes', naive: found === 'yes' })
        }
      })
    }
  })
}

test('every row holds with the filters of all other rows added', () => {
  const matcher = createMatcher({ clock: () => NOW, convert })
  const saved = rows.filter(({ found }) => found !== 'refused')
  const idOf = (row: Row, filter: Filter) => `${PAGE}:${row.line} (${filter.wordMatch})`
  for (const row of saved) for (const filter of row.filters) matcher.add(asFilter(someCriteria(filter), idOf(row, filter)))

  const wrong = saved.flatMap((row) => {
    const found = new Set(matcher.match(anAuction(row.auction)).map(({ filterId }) => filterId))
    return row.filters.map((filter) => idOf(row, filter)).filter((id) => found.has(id) !== (row.found === 'yes'))
  })
  expect(wrong).toEqual([])
})

test('the table is long enough, and every section has both verdicts', () => {
  expect(rows.length).toBeGreaterThanOrEqual(150)
  const oneSided = sections.filter(({ rows }) => !['yes', 'no'].every((found) => rows.some((row) => row.found === found)))
  expect(oneSided.map(({ name }) => name)).toEqual([])
})

/** Reads the page: sections, each a rule in a sentence and one table. Throws at the first line that is not as it should be. */
function readSections(page: string): Section[] {
  const sections: (Section & { body: Line[] })[] = []
  let body: Line[] | undefined
  for (const [index, text] of page.split('\n').entries()) {
    const line = index + 1
    const unseen = UNSEEN.exec(text)?.[0].codePointAt(0)?.toString(16).toUpperCase()
    if (unseen) refuse(line, `\\u{${unseen}} must be written by its code`)
    if (text.startsWith('## ')) {
      body = []
      sections.push({ name: text.slice(3), line, rows: [], body })
    } else if (text.startsWith('# ')) body = undefined
    else if (body) body.push({ line, text })
    else if (text.startsWith('|')) refuse(line, 'a table outside a section')
  }
  for (const section of sections) section.rows = readTable(section)
  refuseRepetitions(sections.flatMap((section) => section.rows))
  return sections
}

function readTable({ line, body }: { line: number; body: readonly Line[] }): Row[] {
  const top = body.findIndex(({ text }) => text.startsWith('|'))
  if (!body.slice(0, top).some(({ text }) => text !== '')) refuse(line, 'a section needs a sentence and a table after it')
  const bottom = body.findLastIndex(({ text }) => text !== '') + 1
  const [names, dashes, ...cells] = body.slice(top, bottom).map((row) => cellsOf(row.text, row.line))
  const columns = [COLUMNS, COLUMNS_WITH_DESCRIPTION].find((known) => `${known}` === `${names}`)
  if (!columns) return refuse(line, `the columns must be ${COLUMNS.join(', ')}, with a description before found where it matters`)
  if (!dashes?.every((cell) => /^-{3,}$/.test(cell)) || dashes.length !== columns.length)
    refuse(line, 'no dashes below the columns')
  return cells.map((row, index) => readRow(row, columns, (body[top + 2 + index] ?? { line }).line))
}

function refuseRepetitions(rows: readonly Row[]): void {
  const lines = new Map<string, number>()
  for (const { line, filters, auction } of rows) {
    for (const filter of filters) {
      const asked = JSON.stringify([filter, auction])
      const before = lines.get(asked)
      if (before !== undefined) refuse(line, `asks again what line ${before} asks`)
      lines.set(asked, line)
    }
  }
}

function readRow(cells: readonly string[], columns: readonly string[], line: number): Row {
  if (cells.length !== columns.length) refuse(line, `${cells.length} cells in place of ${columns.length}`)
  const cell = (column: string) => cells[columns.indexOf(column)] ?? ''

  const [words = '', ...additions] = cell('how').split(' + ')
  const wordMatches = Object.hasOwn(WORD_MATCHES, words) ? WORD_MATCHES[words] : undefined
  if (!wordMatches) return refuse(line, `no word match: ${words}`)
  const addition = additions.join(' + ')
  if (!['', 'description', 'marketplace'].includes(addition)) refuse(line, `nothing can be added with + ${addition}`)

  const found = (['yes', 'no', 'refused'] as const).find((verdict) => verdict === cell('found'))
  if (!found) return refuse(line, `no verdict: ${cell('found')}`)
  if (cell('why') === '') refuse(line, 'it must say why')

  const keywords = literal(cell('keywords'), line)
  const auction = anAuction({ title: literal(cell('title'), line) })
  if (columns.includes('description')) auction.description = literal(cell('description'), line)
  const filters = wordMatches.map((wordMatch) => ({
    keywords,
    wordMatch,
    searchIn: addition === 'description' ? 'titleAndDescription' : 'title',
    marketplaces: addition === 'marketplace' ? [auction.marketplace] : [],
  }))
  return { line, name: `${cell('keywords')} in ${cell('title')}: ${found}`, filters, auction, found }
}

/** The cells of a table's line; a bar within one has a backslash before it. */
function cellsOf(text: string, line: number): string[] {
  const inside = /^\| (.*) \|$/.exec(text)?.[1]
  if (inside === undefined) return refuse(line, 'no row of a table')
  return inside.split(/(?<!\\)\|/).map((cell) => cell.trim())
}

/** The value of a cell in backticks. */
function literal(cell: string, line: number): string {
  const inside = /^`((?:[^`\\]|\\\||\\u\{[0-9A-F]{1,6}\})+)`$/.exec(cell)?.[1]
  if (inside === undefined) return refuse(line, `not a text in backticks, or with an unknown backslash: ${cell}`)
  return inside.replace(/\\u\{([0-9A-F]+)\}|\\(\|)/g, (_, code: string | undefined, bar: string) =>
    code === undefined ? bar : String.fromCodePoint(Number.parseInt(code, 16)),
  )
}

function refuse(line: number, why: string): never {
  throw new Error(`${PAGE}:${line}: ${why}`)
}
