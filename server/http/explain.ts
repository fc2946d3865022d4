import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type * as z from 'zod/mini'
import type { AuctionExplanation, ExplainedCriterion, ExplainRequest, Fix } from '../../contract/explain.ts'
import type { FilterCriteria } from '../../contract/filter.ts'
import { DAY_MS } from '../../contract/time.ts'
import { PREVIEW_WINDOW_MS } from '../limits.ts'
import { exclusionIdeas } from '../matching/exclusions.ts'
import type { CriterionExplanation } from '../matching/explain.ts'
import { EffectCounter } from '../matching/fixEffect.ts'
import { type Case, explainCase, fixOf, type Idea, verdictOf } from '../matching/fixes.ts'
import { mergeHighlights } from '../matching/highlights.ts'
import { textsOf } from '../matching/keywordFixes.ts'
import { unknownPolicy } from '../matching/verdicts.ts'
import { loadAuctions } from '../store/auctions.ts'
import { findFilter } from '../store/filters.ts'
import { place } from './filters.ts'
import { type FoundAuction, findLinked } from './linkedAuction.ts'
import type { HttpParts } from './parts.ts'
import { sharedRecent } from './preview.ts'
import { ApiProblem } from './problems.ts'
import { serve } from './route.ts'

/** Each costs a pass over the recent auctions. */
const MAX_FIXES = 8

type Asked = z.output<typeof ExplainRequest>

export function serveExplanations(app: FastifyInstance, parts: HttpParts): void {
  serve(app, parts, 'explainAuction', async ({ user, body }) => {
    const criteria = await criteriaOf(parts, user.id, body)
    return answer(parts, criteria, await auctionOf(parts, body))
  })
}

async function criteriaOf(parts: HttpParts, userId: string, { filterId, draft }: Asked): Promise<FilterCriteria> {
  if (draft) return place(parts, draft, 'draft.')
  const filter = filterId === undefined ? undefined : await findFilter(parts.db, userId, filterId)
  if (!filter) throw new ApiProblem('not_found')
  return filter
}

async function auctionOf(parts: HttpParts, { auctionId, url }: Asked): Promise<FoundAuction> {
  if (url !== undefined) return findLinked(parts, url)
  const auction = auctionId === undefined ? undefined : (await loadAuctions(parts.db, [auctionId])).get(auctionId)
  if (!auction) throw new ApiProblem('not_found')
  return { auction, isStored: true }
}

async function answer(parts: HttpParts, criteria: FilterCriteria, found: FoundAuction): Promise<AuctionExplanation> {
  const now = parts.clock.now().getTime()
  const { convert } = parts
  const one: Case = { criteria, auction: found.auction, now, convert }
  const explanation = explainCase(one)
  const verdict = verdictOf(explanation, criteria)
  const { auctions, since } = await sharedRecent(parts, now)
  const counter = new EffectCounter(criteria, auctions, {
    ...{ now, since, convert },
    windowDays: PREVIEW_WINDOW_MS / DAY_MS,
    currency: 'EUR',
  })
  const fixes = await counted(
    counter,
    explanation.criteria.flatMap((explained) => fixOf(explained, one) ?? []),
  )
  const exclusions = verdict === 'no' ? [] : await counted(counter, exclusionIdeas(one, explanation, counter.matches))
  const { id, ...listing } = found.auction
  return {
    verdict,
    auction: found.isStored ? { id, ...listing } : listing,
    criteria: explanation.criteria.map((explained) => {
      const fix = fixes.find(({ criterion }) => criterion === explained.criterion)
      return { ...told(explained, criteria), ...(fix ? { fix } : {}) }
    }),
    exclusions,
    since: new Date(since).toISOString(),
  }
}

/** One after the other, and in between whatever else this process has to do. */
async function counted(counter: EffectCounter, ideas: readonly Idea[]): Promise<Fix[]> {
  const fixes: Fix[] = []
  for (const idea of ideas.slice(0, MAX_FIXES)) {
    await yieldToOthers()
    fixes.push(counter.count(idea))
  }
  return fixes
}

function told(explained: CriterionExplanation, criteria: FilterCriteria): ExplainedCriterion {
  const { criterion, verdict } = explained
  if (explained.criterion !== 'keywords') {
    const { amount, distanceKm } = explained
    const policy = verdict === 'unknown' ? { policy: unknownPolicy(criteria, criterion) } : {}
    return {
      criterion,
      verdict,
      detail: { ...(amount ? { amount } : {}), ...(distanceKm === undefined ? {} : { distanceKm }), ...policy },
    }
  }
  const { missing, excludedBy } = explained
  const texts = (terms: typeof missing) => textsOf(criteria.keywords, terms)
  return {
    criterion,
    verdict,
    detail: {
      ...(missing.length > 0 ? { missing: texts(missing) } : {}),
      ...(excludedBy.length > 0 ? { excludedBy: texts(excludedBy.map(({ term }) => term)) } : {}),
    },
    highlights: mergeHighlights([...explained.highlights, ...excludedBy.flatMap(({ highlights }) => highlights)]),
  }
}
