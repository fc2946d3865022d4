import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { FilterCriteria, FilterDraft } from '../../contract/filter.ts'
import { planOf } from '../accounts/plans.ts'
import type { Db } from '../database/pool.ts'
import { criteriaOfDraft, type DraftOptions } from '../search/filterDraft.ts'
import { filterOptions } from '../search/filterOptions.ts'
import * as store from '../store/filters.ts'
import type { HttpDependencies } from './dependencies.ts'
import { ApiProblem, invalid } from './problems.ts'
import { serve, serveWrite } from './route.ts'

export function serveFilters(app: FastifyInstance, deps: HttpDependencies): void {
  const { db, clock } = deps

  serve(app, deps, 'readFilterOptions', async () => filterOptions(deps.registry))

  serve(app, deps, 'listFilters', ({ user }) => store.listFilters(db, user.id))

  serveWrite(app, deps, 'createFilter', async ({ tx, user, body }) => {
    const criteria = validCriteria(deps, body)
    const plan = await planOf(tx, user.id, clock.now())
    if ((await store.countFiltersLocked(tx, user.id)) >= plan.filterLimit) {
      throw new ApiProblem('filter_limit_reached', { detail: `the plan allows ${plan.filterLimit}` })
    }
    return findOrThrow(tx, user.id, await store.insertFilter(tx, user.id, criteria))
  })

  serveWrite(app, deps, 'replaceFilter', async ({ tx, user, params, body, request }) => {
    const criteria = validCriteria(deps, body, { stored: await store.findFilter(tx, user.id, params.id) })
    const isDone = await store.replaceFilter(tx, user.id, params.id, ifMatch(request), criteria)
    return isDone ? findOrThrow(tx, user.id, params.id) : conflict(tx, user.id, params.id)
  })

  serveWrite(app, deps, 'changeFilter', async ({ tx, user, params, body, request }) => {
    const change = {
      ...(body.enabled === undefined ? {} : { enabled: body.enabled }),
      ...(body.snoozedUntil === undefined
        ? {}
        : { snoozedUntil: body.snoozedUntil === null ? null : new Date(body.snoozedUntil) }),
    }
    const isDone = await store.changeFilter(tx, user.id, params.id, ifMatch(request), change)
    return isDone ? findOrThrow(tx, user.id, params.id) : conflict(tx, user.id, params.id)
  })

  serveWrite(app, deps, 'deleteFilter', async ({ tx, user, params }) => {
    await store.deleteFilter(tx, user.id, params.id)
  })

  serveWrite(app, deps, 'reportFilter', async ({ tx, user, body }) => {
    if (!(await store.findFilter(tx, user.id, body.filterId))) throw new ApiProblem('not_found')
    return { id: await store.insertReport(tx, user.id, body) }
  })
}

async function findOrThrow(db: Db, userId: string, id: string) {
  const filter = await store.findFilter(db, userId, id)
  if (!filter) throw new ApiProblem('not_found')
  return filter
}

/** The write matched no row: the filter is missing or has another version. */
async function conflict(db: Db, userId: string, id: string): Promise<never> {
  throw new ApiProblem('version_conflict', { current: await findOrThrow(db, userId, id) })
}

/** The version in `If-Match`, bare or as an entity tag; absent: any. */
function ifMatch(request: FastifyRequest): number | undefined {
  const header = request.headers['if-match']
  if (header === undefined || header === '*') return undefined
  const version = /^(?:W\/)?"?(\d{1,9})"?$/.exec(header)?.[1]
  if (version === undefined) throw invalid({ path: 'If-Match', code: 'invalid_format', message: "the filter's version" })
  return Number(version)
}

/**
 * The criteria of a draft.
 * @param options `at`: prefix of the errors' paths, where the draft is part of a body
 * @throws ApiProblem `values_invalid` with all errors
 */
export function validCriteria(
  deps: HttpDependencies,
  draft: FilterDraft,
  { at = '', ...options }: DraftOptions & { at?: string } = {},
): FilterCriteria {
  const completed = criteriaOfDraft(deps, draft, options)
  if ('errors' in completed) throw invalid(...completed.errors.map((error) => ({ ...error, path: `${at}${error.path}` })))
  return completed.criteria
}
