import type { FastifyInstance } from 'fastify'
import type * as z from 'zod/mini'
import type { ExplainRequest } from '../../contract/explain.ts'
import type { FilterCriteria } from '../../contract/filter.ts'
import { SECOND_MS } from '../../contract/time.ts'
import { explainAuction } from '../search/explain.ts'
import { createLinkFinder, type FoundAuction, type LinkedAuction } from '../search/linkedAuction.ts'
import { loadAuctions } from '../store/auctions.ts'
import { findFilter } from '../store/filters.ts'
import type { HttpDependencies } from './dependencies.ts'
import { validCriteria } from './filters.ts'
import { ApiProblem, invalid } from './problems.ts'
import { serve } from './route.ts'

type Asked = z.output<typeof ExplainRequest>

export function serveExplanations(app: FastifyInstance, deps: HttpDependencies): void {
  const findLinked = createLinkFinder(deps)
  serve(app, deps, 'explainAuction', async ({ user, body, request }) => {
    const criteria = await criteriaOf(deps, user.id, body)
    const found = body.url === undefined ? await storedAuction(deps, body) : toFound(await findLinked(body.url))
    return deps.heavyWork.run('explanation', request, user.id, (db, signal) =>
      explainAuction({ ...deps, db }, criteria, found, signal),
    )
  })
}

async function criteriaOf(deps: HttpDependencies, userId: string, { filterId, draft }: Asked): Promise<FilterCriteria> {
  if (draft) return validCriteria(deps, draft, { at: 'draft.' })
  const filter = filterId === undefined ? undefined : await findFilter(deps.db, userId, filterId)
  if (!filter) throw new ApiProblem('not_found')
  return filter
}

async function storedAuction({ db }: HttpDependencies, { auctionId }: Asked): Promise<FoundAuction> {
  const auction = auctionId === undefined ? undefined : (await loadAuctions(db, [auctionId])).get(auctionId)
  if (!auction) throw new ApiProblem('not_found')
  return { auction, isStored: true }
}

/** @throws ApiProblem `values_invalid` if the link leads to no watched marketplace, `auction_unknown`, `marketplace_unavailable` */
function toFound(linked: LinkedAuction): FoundAuction {
  switch (linked.kind) {
    case 'found':
      return linked
    case 'unknown':
      throw new ApiProblem('auction_unknown')
    case 'badLink':
      throw invalid({ path: 'url', code: linked.fault, message: 'not a link to a lot of a watched marketplace' })
    case 'unavailable':
      throw new ApiProblem('marketplace_unavailable', {
        retryAfterSeconds: Math.max(1, Math.ceil(linked.retryAfterMs / SECOND_MS)),
      })
  }
}
