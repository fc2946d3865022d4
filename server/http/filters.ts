import type { FastifyInstance, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { CATEGORIES } from '../../contract/categories.ts'
import type { FieldError } from '../../contract/errors.ts'
import type { FilterCriteria, FilterDraft, PlacedRadius } from '../../contract/filter.ts'
import { type KeywordFaultCode, keywordErrors } from '../../contract/keywords.ts'
import { planOf } from '../account/plans.ts'
import type { Db } from '../database/pool.ts'
import * as store from '../store/filters.ts'
import type { HttpDependencies } from './dependencies.ts'
import { filterOptions } from './filterOptions.ts'
import { ApiProblem, invalid } from './problems.ts'
import { serve, serveWrite } from './route.ts'

export function serveFilters(app: FastifyInstance, deps: HttpDependencies): void {
  const { db, clock } = deps

  serve(app, deps, 'readFilterOptions', async () => filterOptions(deps.registry))

  serve(app, deps, 'listFilters', ({ user }) => store.listFilters(db, user.id))

  serveWrite(app, deps, 'createFilter', async ({ tx, user, body }) => {
    const criteria = toCriteria(deps, body)
    const plan = await planOf(tx, user.id, clock.now())
    if ((await store.countFiltersLocked(tx, user.id)) >= plan.filterLimit) {
      throw new ApiProblem('filter_limit_reached', { detail: `the plan allows ${plan.filterLimit}` })
    }
    return findOrThrow(tx, user.id, await store.insertFilter(tx, user.id, criteria))
  })

  serveWrite(app, deps, 'replaceFilter', async ({ tx, user, params, body, request }) => {
    const criteria = toCriteria(deps, body, { stored: await store.findFilter(tx, user.id, params.id) })
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
 * Validates a draft (keywords, marketplaces, categories, currencies, countries) and adds the coordinates of its postal code.
 * @param options `at`: prefix of the errors' paths, where the draft is part of a body; `stored`: the filter to be replaced,
 * whose marketplaces are accepted even if they no longer exist, and its keywords even if they exceed a newer limit
 * @throws ApiProblem `values_invalid` with all errors
 */
export function toCriteria(deps: HttpDependencies, draft: FilterDraft, { at = '', stored }: DraftOptions = {}): FilterCriteria {
  const faults = [...newKeywordErrors(draft, stored), ...unknownNames(deps, draft, stored)]
  if (faults.length > 0) throw invalid(...faults.map((fault) => ({ ...fault, path: `${at}${fault.path}` })))
  const { location, ...rest } = draft
  if (!location) return rest
  const found = deps.postalCodes.find(location.zip, location.country)
  if (!found)
    throw invalid({ path: `${at}location.zip`, code: 'location_unknown', message: 'no place with this postal code is known' })
  const placed: z.output<typeof PlacedRadius> = { ...location, zip: found.zip, name: found.name, lat: found.lat, lon: found.lon }
  return { ...rest, location: placed }
}

type DraftOptions = { at?: string; stored?: Pick<FilterCriteria, 'marketplaces' | 'keywords'> | undefined }

/** ISO 4217, as the runtime knows it. */
const KNOWN_CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))
/** ISO 3166-1, as the runtime knows it. */
const COUNTRY_NAMES = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
const KNOWN_CATEGORIES: ReadonlySet<string> = new Set(CATEGORIES.map(({ id }) => id))

const LIMIT_FAULTS: readonly string[] = ['tooLong', 'tooManyWords', 'wordTooLong'] satisfies KeywordFaultCode[]

/** Limits do not apply to keywords saved before they existed and left unchanged. */
function newKeywordErrors(draft: FilterDraft, stored: DraftOptions['stored']): FieldError[] {
  const errors = keywordErrors(draft)
  return stored?.keywords === draft.keywords ? errors.filter(({ code }) => !LIMIT_FAULTS.includes(code)) : errors
}

function unknownNames({ registry }: HttpDependencies, draft: FilterDraft, stored: DraftOptions['stored']): FieldError[] {
  const { marketplaces, categories, price, notify, shippingTo } = draft
  const isWatched = (id: string) => registry.get(id) !== undefined || stored?.marketplaces.includes(id)
  const fault = (path: string, code: string): FieldError => ({ path, code, message: code.replace('_', ' ') })
  const currencies = [
    ['price.currency', price?.currency],
    ['notify.maxPrice.currency', notify.maxPrice?.currency],
  ] as const
  return [
    ...marketplaces.flatMap((id, index) => (isWatched(id) ? [] : fault(`marketplaces.${index}`, 'unknown_marketplace'))),
    ...categories.flatMap((id, index) => (KNOWN_CATEGORIES.has(id) ? [] : fault(`categories.${index}`, 'unknown_category'))),
    ...currencies.flatMap(([path, code]) =>
      code === undefined || KNOWN_CURRENCIES.has(code) ? [] : fault(path, 'unknown_currency'),
    ),
    ...(shippingTo === undefined || COUNTRY_NAMES.of(shippingTo) ? [] : [fault('shippingTo', 'unknown_country')]),
  ]
}
