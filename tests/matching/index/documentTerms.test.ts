import { expect, test } from 'vitest'
import { DocumentTerms } from '../../../server/matching/index/documentTerms.ts'

const TERMS = 20_000
const ASSUMED = 0.25

test('every term has its assumed share until auctions are seen', () => {
  const documentTerms = new DocumentTerms()
  const wrong: number[] = []
  for (let termId = 1; termId <= TERMS; termId++) {
    documentTerms.register(termId)
    if (documentTerms.share(termId, ASSUMED) !== ASSUMED) wrong.push(termId)
  }
  expect(wrong).toEqual([])
})
