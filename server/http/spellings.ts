import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { parseKeywords } from '../../contract/keywords.ts'
import { type Candidates, candidatesOf } from '../matching/spellings/candidates.ts'
import { offerSpellings } from '../matching/spellings/offer.ts'
import { firstSightOfAll, previewedSince } from '../store/auctions.ts'
import { countWords } from '../store/auctionWords.ts'
import type { HttpDependencies } from './dependencies.ts'
import { invalid } from './problems.ts'
import { serve } from './route.ts'

export function serveSpellings(app: FastifyInstance, deps: HttpDependencies): void {
  const { clock } = deps

  serve(app, deps, 'listSpellings', ({ user, body, request }) => {
    const { terms, faults } = parseKeywords(body.keywords, { hasOtherCriterion: true })
    if (faults.length > 0) throw invalid(...faults.map((fault) => ({ path: 'keywords', ...fault })))
    const now = clock.now()
    return deps.heavyWork.run('spellings', request, user.id, async ({ db }, signal) => {
      const candidates: Candidates[] = []
      for (const one of candidatesOf(terms, body.wordMatch)) {
        candidates.push(one)
        await yieldToOthers()
        signal.throwIfAborted()
      }
      const tokens = candidates.flatMap(({ word, spellings }) => [word.token, ...spellings.keys()])
      const [from, firstSight = now] = await Promise.all([previewedSince(db, now), firstSightOfAll(db)])
      const counts = await countWords(db, [...new Set(tokens)], from)
      const since = new Date(Math.max(firstSight.getTime(), from.getTime()))
      return { words: offerSpellings(candidates, counts), since: since.toISOString() }
    })
  })
}
