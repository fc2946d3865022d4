import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changedDraft } from '../../contract/explain.ts'
import { FilterDraft } from '../../contract/filter.ts'
import { explainInput, fixOf } from '../../server/matching/explain/fixes.ts'
import { formChange } from '../../src/features/filters/form/change.ts'
import { draftOf } from '../../src/features/filters/form/draft.ts'
import { formOf } from '../../src/features/filters/form/form.ts'
import { namesText, readNames } from '../../src/features/filters/form/names.ts'
import { auctionArbitrary, convert, criteriaArbitrary, NOW } from '../matching/vocabulary.ts'

describe('a fix that goes into the form', () => {
  it.each(['en', 'de'])('saves only the suggested change, in %s', (locale) => {
    let fixes = 0
    fc.assert(
      fc.property(criteriaArbitrary, auctionArbitrary, (criteria, auction) => {
        const { location, ...rest } = criteria
        const { country, zip, radiusKm } = location ?? {}
        const draft = FilterDraft.parse({ ...rest, ...(location ? { location: { country, zip, radiusKm } } : {}) })
        const form = formOf(draft, locale)
        const before = draftOf(form, locale, 'x').draft
        const one = { criteria, auction, now: NOW, convert }
        for (const explained of explainInput(one).criteria) {
          const idea = fixOf(explained, one)
          if (!idea || !before) continue
          fixes++
          const after = draftOf({ ...form, ...formChange(draft, idea.change, locale) }, locale, 'x').draft
          const { sellers, ...expected } = changedDraft(before, idea.change)
          const asksSellers = sellers && sellers.only.length + sellers.never.length > 0
          expect(after).toEqual({ ...expected, ...(asksSellers ? { sellers } : {}) })
        }
      }),
      { seed: 11, numRuns: 2000 },
    )
    expect(fixes).toBeGreaterThan(500)
  })

  it('blocks a seller whose name has commas and quotes', () => {
    const draft = FilterDraft.parse({ name: 'x', keywords: 'leica', sellers: { only: [], never: ['Bob'] } })
    const sellers = { only: [], never: ['Bob', 'Müller, Antik & "Rares"', '"'] }
    const form = { ...formOf(draft, 'de'), ...formChange(draft, { sellers }, 'de') }
    expect(draftOf(form, 'de', 'x').draft?.sellers).toEqual(sellers)
  })
})

describe('names as one line of text', () => {
  it('come back the same', () => {
    const name = fc.string({ unit: fc.constantFrom('a', ' ', ',', '"', 'ü', '\n'), maxLength: 8 }).map((text) => text.trim())
    fc.assert(
      fc.property(fc.array(name.filter(Boolean)), (names) => {
        expect(readNames(namesText(names))).toEqual(names)
      }),
      { seed: 12, numRuns: 5000 },
    )
  })

  it.each([
    ['a, b', ['a', 'b']],
    [' a ,, b,', ['a', 'b']],
    ['a, "Mül', ['a', 'Mül']],
    ['"Müller, Antik", b', ['Müller, Antik', 'b']],
    ['Bob "the bob" Smith, b', ['Bob "the bob" Smith', 'b']],
    ['', []],
  ])('parses partially typed names: %s', (text, names) => expect(readNames(text)).toEqual(names))
})
