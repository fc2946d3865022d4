import type { FastifyInstance, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { FilterCriteria, FilterDraft, PlacedRadius } from '../../contract/filter.ts'
import { keywordErrors } from '../../contract/keywords.ts'
import { planOf } from '../account/plans.ts'
import type { Db } from '../database/pool.ts'
import * as store from '../store/filters.ts'
import { filterOptions } from './filterOptions.ts'
import type { HttpParts } from './parts.ts'
import { ApiProblem, invalid } from './problems.ts'
import { serve, serveWrite } from './route.ts'

export function serveFilters(app: FastifyInstance, parts: HttpParts): void {
  const { db, clock } = parts

  serve(app, parts, 'readFilterOptions', async () => filterOptions(parts.registry))

  serve(app, parts, 'listFilters', ({ user }) => store.listFilters(db, user.id))

  serveWrite(app, parts, 'createFilter', async ({ tx, user, body }) => {
    const criteria = place(parts, body)
    const plan = await planOf(tx, user.id, clock.now())
    if ((await store.countFiltersLocked(tx, user.id)) >= plan.filterLimit) {
      throw new ApiProblem('filter_limit_reached', { detail: `the plan holds ${plan.filterLimit}` })
    }
    return found(tx, user.id, await store.insertFilter(tx, user.id, criteria))
  })

  serveWrite(app, parts, 'replaceFilter', async ({ tx, user, params, body, request }) => {
    const criteria = place(parts, body)
    const isDone = await store.replaceFilter(tx, user.id, params.id, ifMatch(request), criteria)
    return isDone ? found(tx, user.id, params.id) : conflict(tx, user.id, params.id)
  })

  serveWrite(app, parts, 'changeFilter', async ({ tx, user, params, body, request }) => {
    const change = {
      ...(body.enabled === undefined ? {} : { enabled: body.enabled }),
      ...(body.snoozedUntil === undefined
        ? {}
        : { snoozedUntil: body.snoozedUntil === null ? null : new Date(body.snoozedUntil) }),
    }
    const isDone = await store.changeFilter(tx, user.id, params.id, ifMatch(request), change)
    return isDone ? found(tx, user.id, params.id) : conflict(tx, user.id, params.id)
  })

  serveWrite(app, parts, 'deleteFilter', async ({ tx, user, params }) => {
    await store.deleteFilter(tx, user.id, params.id)
  })

  serveWrite(app, parts, 'reportFilter', async ({ tx, user, body }) => {
    if (!(await store.findFilter(tx, user.id, body.filterId))) throw new ApiProblem('not_found')
    return { id: await store.insertReport(tx, user.id, body) }
  })
}

async function found(db: Db, userId: string, id: string) {
  const filter = await store.findFilter(db, userId, id)
  if (!filter) throw new ApiProblem('not_found')
  return filter
}

/** The write found no row: either there is none, or it has another version by now. */
async function conflict(db: Db, userId: string, id: string): Promise<never> {
  throw new ApiProblem('version_conflict', { current: await found(db, userId, id) })
}

/** The version in `If-Match`, bare or as an entity tag; absent: any. */
function ifMatch(request: FastifyRequest): number | undefined {
  const header = request.headers['if-match']
  if (header === undefined || header === '*') return undefined
  const version = /^(?:W\/)?"?(\d{1,9})"?$/.exec(header)?.[1]
  if (version === undefined) throw invalid({ path: 'If-Match', code: 'invalid_format', message: "the filter's version" })
  return Number(version)
}

/** A draft whose keywords can be read, with the place of its postal code. `at`: where in the body it stands, for the faults. */
export function place({ postalCodes }: HttpParts, draft: FilterDraft, at = ''): FilterCriteria {
  const faults = keywordErrors(draft)
  if (faults.length > 0) throw invalid(...faults.map((fault) => ({ ...fault, path: `${at}${fault.path}` })))
  const { location, ...rest } = draft
  if (!location) return rest
  const found = postalCodes.find(location.zip, location.country)
  if (!found)
    throw invalid({ path: `${at}location.zip`, code: 'location_unknown', message: 'no place with this postal code is known' })
  const placed: z.output<typeof PlacedRadius> = { ...location, zip: found.zip, name: found.name, lat: found.lat, lon: found.lon }
  return { ...rest, location: placed }
}
