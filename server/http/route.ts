import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { type Call, type CallName, calls } from '../../contract/calls.ts'
import { Id } from '../../contract/primitives.ts'
import { isReferenceGone, isRowMissing, retryingDeadlocks, type Tx } from '../database/pool.ts'
import { failpoint } from '../runtime/failpoint.ts'
import { reserveKey, storeAnswer } from '../store/idempotency.ts'
import { findUser } from '../store/users.ts'
import { type Authenticated, authenticate } from './authenticate.ts'
import type { HttpDependencies } from './dependencies.ts'
import { IDEMPOTENT_WRITES, type RouteLimit } from './limits.ts'
import { ApiProblem, invalid } from './problems.ts'
import { SUMMARIES } from './summaries.ts'
import { unstorableTexts } from './unstorableTexts.ts'

type Table = typeof calls
type Schema<C, Key extends string> = C extends { readonly [K in Key]: infer S extends z.ZodMiniType } ? z.output<S> : undefined
type Answers<C> = C extends { readonly answers: infer A } ? A : never
type AnswerBody<C> = {
  [Status in keyof Answers<C>]: Answers<C>[Status] extends z.ZodMiniType ? z.input<Answers<C>[Status]> : never
}

/** An answer with a status other than the call's default. */
export class Answer<Status extends number, Body> {
  readonly status: Status
  readonly body: Body
  constructor(status: Status, body: Body) {
    this.status = status
    this.body = body
  }
}

type Result<C> =
  | Readable
  | AnswerBody<C>[keyof AnswerBody<C>]
  | {
      [Status in keyof AnswerBody<C>]: Status extends number ? Answer<Status, AnswerBody<C>[Status]> : never
    }[keyof AnswerBody<C>]

export type RouteContext<C> = {
  deps: HttpDependencies
  request: FastifyRequest
  params: Schema<C, 'params'>
  query: Schema<C, 'query'>
  body: Schema<C, 'body'>
} & (C extends { readonly open: true } ? unknown : Authenticated)

type Handler<C, Extra> = (context: RouteContext<C> & Extra) => Promise<Result<C>>

/** Serves a call without a transaction: it only reads, or it calls other services. */
export function serve<Name extends CallName>(
  app: FastifyInstance,
  deps: HttpDependencies,
  name: Name,
  handler: Handler<Table[Name], unknown>,
) {
  // The route's schemas have parsed the context; the type system cannot derive that from the call's name.
  register(app, deps, name, async (context) => handler(context as unknown as RouteContext<Table[Name]>))
}

/**
 * Serves a call that writes, in one transaction. With an `Idempotency-Key`, the key, the effect and the answer are written
 * together: a repeat gets the first answer, and a concurrent repeat waits for it.
 */
export function serveWrite<Name extends CallName>(
  app: FastifyInstance,
  deps: HttpDependencies,
  name: Name,
  handler: Handler<Table[Name], { tx: Tx }>,
) {
  register(app, deps, name, async (context) => {
    if (context.user && context.request.headers['idempotency-key'] !== undefined)
      await deps.limits.take(IDEMPOTENT_WRITES, context.user.id)
    const result = await retryingDeadlocks(() =>
      deps.db.transaction().execute(async (tx) => {
        const answer = await answerOnce(context, tx)
        failpoint('api.beforeCommit')
        return answer
      }),
    )
    failpoint('api.afterCommit')
    return result
  })

  async function answerOnce(context: AnyContext, tx: Tx): Promise<unknown> {
    const run = () => handler({ ...context, tx } as unknown as RouteContext<Table[Name]> & { tx: Tx })
    const key = idempotencyKey(context.request)
    if (!key || !context.user) return run()
    const hash = hashRequest(name, context.request)
    const stored = await reserveKey(tx, context.user.id, key, hash)
    if (stored) {
      if (!stored.requestHash.equals(hash)) throw new ApiProblem('idempotency_key_reused')
      return new Answer(stored.status, stored.body ?? undefined)
    }
    const result = await run()
    const { status, body } = unwrap(name, result)
    await storeAnswer(tx, context.user.id, key, status, body)
    return result
  }
}

type AnyContext = {
  deps: HttpDependencies
  request: FastifyRequest
  params: unknown
  query: unknown
  body: unknown
} & Partial<Authenticated>

function register(app: FastifyInstance, deps: HttpDependencies, name: CallName, run: (context: AnyContext) => Promise<unknown>) {
  const call: Call = calls[name]
  app.route({
    config: { addressLimit: addressLimitOf(deps, name) },
    method: call.method,
    url: call.path,
    schema: {
      operationId: name,
      summary: SUMMARIES[name],
      ...(call.open ? { security: [] } : {}),
      ...(call.params ? { params: call.params } : {}),
      ...(call.query ? { querystring: call.query } : {}),
      ...(call.body ? { body: call.body } : {}),
      response: call.answers,
    },
    // Before the body is read, so that an unauthenticated client learns nothing about validation.
    onRequest: async (request) => {
      if (call.open) return
      request.authenticated = await authenticate(deps, request, { acceptUnverified: REPORTS_OF_WORKER.has(name) })
      await deps.limits.admitUser(name, request.authenticated)
    },
    preValidation: async ({ params, query, body }) => {
      const faults = [params, query, body].flatMap((given) => unstorableTexts(given))
      if (faults.length > 0) throw invalid(...faults)
    },
    // Outside the call's transaction: waiting for a second pooled connection inside it could deadlock.
    preHandler: async ({ params, body, authenticated }) => {
      if (authenticated) await deps.limits.admitCall(name, authenticated, { params, body })
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const { params, query, body } = request
      const result = await run({ deps, request, params, query, body, ...request.authenticated }).catch((error) =>
        throwIfGone(deps, request.authenticated, error),
      )
      const answer = unwrap(name, result)
      reply.header('cache-control', 'no-store').code(answer.status)
      // A streamed answer is already serialized.
      if (answer.body instanceof Readable) return reply.type('application/json; charset=utf-8').send(answer.body)
      return reply.send(answer.body)
    },
  })
}

/**
 * Maps a violated foreign key or a missing row to `session_invalid` if the user was erased during the call, or to `not_found` if
 * a referenced object was: the answer that any later call gets.
 */
async function throwIfGone({ db }: HttpDependencies, authenticated: Authenticated | undefined, error: unknown): Promise<never> {
  const isNamedGone = isReferenceGone(error)
  if (!authenticated || !(isNamedGone || isRowMissing(error))) throw error
  if (!(await findUser(db, authenticated.user.id))) throw new ApiProblem('session_invalid')
  throw isNamedGone ? new ApiProblem('not_found') : error
}

/** The service worker reports pushes while the app is closed, when it cannot sign in again. */
const REPORTS_OF_WORKER: ReadonlySet<CallName> = new Set(['markShown', 'markOpened'])

function addressLimitOf({ limits }: HttpDependencies, name: CallName): RouteLimit {
  if (name === 'isLive' || name === 'isReady') return 'none'
  if (name === 'exchangeToken') return limits.signIns
  const call: Call = calls[name]
  return call.open ? 'open' : 'signedIn'
}

function unwrap(name: CallName, result: unknown): { status: number; body: unknown } {
  if (result instanceof Answer) return { status: result.status, body: result.body }
  return { status: Math.max(...Object.keys(calls[name].answers).map(Number)), body: result }
}

function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  const parsed = Id.safeParse(key)
  if (!parsed.success) throw invalid({ path: 'Idempotency-Key', code: 'invalid_format', message: 'a UUID' })
  return parsed.data.toLowerCase()
}

/** A body that the call does not declare is excluded: its depth is unchecked, and it has no effect. */
function hashRequest(name: CallName, request: FastifyRequest): Buffer {
  const { body: schema }: Call = calls[name]
  const text = JSON.stringify((schema && request.body) ?? null)
  return createHash('sha256')
    .update(`${request.method} ${request.url}\n${request.headers['if-match'] ?? ''}\n${text}`)
    .digest()
}

declare module 'fastify' {
  interface FastifyRequest {
    authenticated?: Authenticated
  }
}
