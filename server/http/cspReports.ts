import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { MINUTE_MS } from '../../contract/time.ts'
import { CSP_REPORT_PATH } from './headers.ts'
import type { HttpParts } from './parts.ts'

const MAX_REPORT_BYTES = 16_384
const LOG_INTERVAL_MS = MINUTE_MS
/** Distinct violations counted between two log lines: anyone can send reports, and they must not fill the memory. */
const MAX_KINDS = 50
const MAX_TEXT_CHARS = 120

const text = z.string().transform((whole) => whole.slice(0, MAX_TEXT_CHARS).toWellFormed())
/** The form of CSP 2, which `report-uri` sends. */
const OldReport = z
  .object({ 'csp-report': z.object({ 'effective-directive': text.optional(), 'violated-directive': text, 'blocked-uri': text }) })
  .transform(({ 'csp-report': report }) => [
    { directive: report['effective-directive'] ?? report['violated-directive'], blocked: report['blocked-uri'] },
  ])
/** The form of the Reporting API, which `report-to` sends. */
const NewReports = z
  .array(z.object({ type: z.literal('csp-violation'), body: z.object({ effectiveDirective: text, blockedURL: text }) }))
  .max(MAX_KINDS)
  .transform((reports) => reports.map(({ body }) => ({ directive: body.effectiveDirective, blocked: body.blockedURL })))

/**
 * Takes browsers' reports of what the Content Security Policy has blocked (CSP 3), and logs once a minute how many there
 * were of each kind. A report is foreign text: it says that something may be wrong, and proves nothing.
 */
export function serveCspReports(app: FastifyInstance, { log, limits }: HttpParts): void {
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
