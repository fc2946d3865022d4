import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { MINUTE_MS } from '../../contract/time.ts'
import type { HttpDependencies } from './dependencies.ts'
import { CSP_REPORT_PATH } from './headers.ts'

const MAX_REPORT_BYTES = 16_384
const LOG_INTERVAL_MS = MINUTE_MS
/** Distinct violations between two log lines. Anyone can send reports, so memory must be bounded. */
const MAX_KINDS = 50
const MAX_TEXT_CHARS = 120

const text = z.string().transform((whole) => whole.slice(0, MAX_TEXT_CHARS).toWellFormed())
/** The CSP 2 format, sent to `report-uri`. */
const OldReport = z
  .object({ 'csp-report': z.object({ 'effective-directive': text.optional(), 'violated-directive': text, 'blocked-uri': text }) })
  .transform(({ 'csp-report': report }) => [
    { directive: report['effective-directive'] ?? report['violated-directive'], blocked: report['blocked-uri'] },
  ])
/** The Reporting API format, sent to `report-to`. */
const NewReports = z
  .array(z.object({ type: z.literal('csp-violation'), body: z.object({ effectiveDirective: text, blockedURL: text }) }))
  .max(MAX_KINDS)
  .transform((reports) => reports.map(({ body }) => ({ directive: body.effectiveDirective, blocked: body.blockedURL })))

/**
 * Receives browsers' reports of Content Security Policy violations (CSP 3) and logs their counts once a minute. Reports are
 * untrusted: they hint at a problem but prove nothing.
 */
export function serveCspReports(app: FastifyInstance, { log, limits }: HttpDependencies): void {
  const counts = new Map<string, number>()
  const flush = () => {
    if (counts.size === 0) return
    log.warn({ violations: Object.fromEntries(counts) }, 'content security policy violations reported by browsers')
    counts.clear()
  }
  const timer = setInterval(flush, LOG_INTERVAL_MS)
  timer.unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    flush()
  })

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body))
    const config = { addressLimit: limits.cspReports }
    scope.post(CSP_REPORT_PATH, { schema: { hide: true }, bodyLimit: MAX_REPORT_BYTES, config }, async (request, reply) => {
      const parsed = z.union([OldReport, NewReports]).safeParse(readJson(String(request.body ?? '')))
      for (const { directive, blocked } of parsed.data ?? []) {
        const kind = `${directive} ${blocked}`
        if (counts.size < MAX_KINDS || counts.has(kind)) counts.set(kind, (counts.get(kind) ?? 0) + 1)
      }
      return reply.code(204).header('cache-control', 'no-store').send()
    })
  })
}

function readJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
