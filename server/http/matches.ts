import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { DEFAULT_PAGE_SIZE } from '../../contract/calls.ts'
import type { MatchSort } from '../../contract/match.ts'
import { listPriceHistory, loadAuctions } from '../store/auctions.ts'
import { logUserEvents } from '../store/logs.ts'
import { listMatches, loadMatches, setMatchState } from '../store/matches.ts'
import { readCursor, writeCursor } from './cursor.ts'
import type { HttpDependencies } from './dependencies.ts'
import { ApiProblem } from './problems.ts'
import { serve, serveWrite } from './route.ts'

/** A timestamp in PostgreSQL's format. */
const timestamp = z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d)?$/)
/** A non-negative PostgreSQL bigint as decimal digits; the largest value sorts matches without a price last. */
const bigint = z
  .string()
  .regex(/^\d{1,19}$/)
  .refine((digits) => BigInt(digits) < 2n ** 63n)

/** The last row of a page. It contains the order, so that a cursor is invalid in another order. */
const after = <Sort extends MatchSort>(sort: Sort, sortKey: z.ZodType<string>) =>
  z.object({ sort: z.literal(sort), sortKey, id: z.uuid() })
const After = {
  newest: after('newest', timestamp),
  endingSoon: after('endingSoon', timestamp),
  price: after('price', bigint),
} satisfies Record<MatchSort, z.ZodType>

export function serveMatches(app: FastifyInstance, deps: HttpDependencies): void {
  serve(app, deps, 'listMatches', async ({ user, query }) => {
    const { limit = DEFAULT_PAGE_SIZE, cursor, sort = 'newest', ...rest } = query
    const page = await listMatches(deps.db, user.id, { ...rest, sort, limit, after: readCursor(cursor, After[sort]) })
    return {
      items: page.items,
      nextCursor: writeCursor(page.after && { ...page.after, sort }),
      asOf: deps.clock.now().toISOString(),
    }
  })

  serveWrite(app, deps, 'changeMatch', async ({ tx, user, params, body }) => {
    if (!(await setMatchState(tx, user.id, params.id, body.state))) throw new ApiProblem('not_found')
    const match = (await loadMatches(tx, [params.id], user.id)).get(params.id)
    if (!match) throw new ApiProblem('not_found')
    await logUserEvents(tx, [{ userId: user.id, kind: 'match', subject: params.id }])
    return match
  })

  serve(app, deps, 'readAuction', async ({ params }) => {
    const auction = (await loadAuctions(deps.db, [params.id])).get(params.id)
    if (!auction) throw new ApiProblem('not_found')
    return { ...auction, priceHistory: await listPriceHistory(deps.db, params.id), related: [] }
  })
}
