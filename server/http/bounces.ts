import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { readBounce } from '../notifications/channels/email/bounce.ts'
import { BOUNCE_TASK } from '../notifications/channels/email/bounceTask.ts'
import { findMailReader } from '../notifications/channels/email/reader.ts'
import { BOUNCE_PATH } from '../notifications/messages/links.ts'
import { ParsingError } from '../parsing/error.ts'
import type { ParserPool } from '../parsing/parserPool.ts'
import { markEmailBounced } from '../store/notificationSettings.ts'
import type { HttpDependencies } from './dependencies.ts'
import { ApiProblem, invalid } from './problems.ts'

/** Reports contain the whole returned mail. */
const MAX_REPORT_BYTES = 1_048_576

/** Takes in the reports of mails that came back. */
export function serveBounces(app: FastifyInstance, deps: HttpDependencies): void {
  app.register(async (scope) => {
    // The bodies are mails, but never JSON.
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body))
    const onRequest = (request: FastifyRequest) => requireBounceSecret(deps, request)
    scope.post(BOUNCE_PATH, { schema: { hide: true }, bodyLimit: MAX_REPORT_BYTES, onRequest }, async (request, reply) => {
      await handleBounce(deps, request)
      return reply.code(204).send()
    })
  })
}

/**
 * Checks the bounce secret before the body is read, so that no large body is buffered without it.
 * @throws ApiProblem
 */
async function requireBounceSecret({ settings, limits }: HttpDependencies, request: FastifyRequest): Promise<void> {
  const { bounceSecret } = settings.mail
  if (!bounceSecret) throw new ApiProblem('not_found')
  if (isSame(request.headers.authorization ?? '', `Bearer ${bounceSecret}`)) return
  await limits.countFailure(request)
  throw new ApiProblem('session_invalid')
}

/** Accepts a delivery status report (RFC 3464) forwarded from the `MAIL_BOUNCES` mailbox, even one without usable content. */
async function handleBounce({ db, log, secrets, parserPool }: HttpDependencies, request: FastifyRequest): Promise<void> {
  const bounce = await parseReport(parserPool, String(request.body ?? ''))
  const reader = bounce?.isDead ? await findMailReader(db, secrets, 'bounce', bounce.token) : undefined
  if (reader) await markEmailBounced(db, reader.user.id, reader.address)
  log.info({ isReport: bounce !== undefined, isDead: bounce?.isDead, isKnown: reader !== undefined }, 'mail bounced')
}

/**
 * Parses a bounce report in a worker thread.
 * @throws ApiProblem `unavailable` when no thread is free; `values_invalid` when the report exceeds a limit, so that the
 * forwarding mail server keeps it
 */
async function parseReport(parserPool: ParserPool, report: string): Promise<ReturnType<typeof readBounce>> {
  try {
    return await parserPool.read(BOUNCE_TASK, report)
  } catch (error) {
    if (!(error instanceof ParsingError)) throw error
    if (error.fault === 'busy' || error.fault === 'closed') throw new ApiProblem('unavailable')
    throw invalid({ path: '', code: 'unreadable', message: error.message })
  }
}

/** Hashed, so that the comparison's duration does not reveal the length either. */
function isSame(given: string, wanted: string): boolean {
  const [one, other] = [given, wanted].map((text) => createHash('sha256').update(text).digest())
  return one !== undefined && other !== undefined && timingSafeEqual(one, other)
}
