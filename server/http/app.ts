import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import swagger from '@fastify/swagger'
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { MAX_BODY_BYTES } from '../../contract/calls.ts'
import { isLoopbackHost, type Settings } from '../settings.ts'
import { serveBounces } from './bounces.ts'
import { serveCspReports } from './cspReports.ts'
import type { HttpDependencies } from './dependencies.ts'
import { serveDevices } from './devices.ts'
import { serveEvents } from './events.ts'
import { serveExplanations } from './explain.ts'
import { serveFeedLinks } from './feedLinks.ts'
import { serveFeeds } from './feeds.ts'
import { serveFilters } from './filters.ts'
import { OWN_HEADERS, securityHeaders } from './headers.ts'
import { serveLocation } from './location.ts'
import { serveMailLinks } from './mailLinks.ts'
import { serveMarketplaces } from './marketplaces.ts'
import { serveMatches } from './matches.ts'
import { serveNotifications } from './notifications.ts'
import { servePages } from './pages.ts'
import { servePayment } from './payment.ts'
import { servePreviews } from './preview.ts'
import { ApiProblem, handleError } from './problems.ts'
import { serveReferrals } from './referrals.ts'
import { serveSessions } from './sessions.ts'
import { serveSpellings } from './spellings.ts'
import { serveSystem } from './system.ts'
import { serveUsers } from './users.ts'

const REQUEST_TIMEOUT_MS = 30_000
const MAX_PARAM_LENGTH = 200
const COMPRESS_FROM_BYTES = 1024
/**
 * For API answers, which are compressed per request: at 4, brotli takes no longer than gzip and is still smaller. Files are
 * compressed by the build.
 */
const BROTLI_QUALITY = 4
const VERSION = '0.1.0'

async function refuseForeignHosts(request: FastifyRequest): Promise<void> {
  if (!isLoopbackHost(request.hostname)) throw new ApiProblem('host_refused')
}

/**
 * As a number, `TRUST_PROXY` counts proxies from this server outwards; the client's address is the one that the outermost sees.
 */
function trusted(trustProxy: Settings['trustProxy']): false | string[] | ((address: string, hop: number) => boolean) {
  return typeof trustProxy === 'number' ? (_, hop) => hop < trustProxy : trustProxy
}

export type App = FastifyInstance

/** Assembles the HTTP server; it does not listen yet. */
export async function createApp(deps: HttpDependencies): Promise<App> {
  const app = Fastify({
    loggerInstance: deps.log,
    // A line per request would bury the important ones; errors are logged where they are handled.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    trustProxy: trusted(deps.settings.trustProxy),
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH, ignoreTrailingSlash: true },
    return503OnClosing: true,
    forceCloseConnections: 'idle',
  }) as unknown as FastifyInstance
  // The API accepts JSON only; by default Fastify also parses plain text.
  app.removeContentTypeParser('text/plain')
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(handleError)

  await app.register(helmet, securityHeaders(deps.settings))
  app.addHook('onRequest', async (_, reply) => void reply.headers(OWN_HEADERS))
  await app.register(compress, {
    threshold: COMPRESS_FROM_BYTES,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
  })
  // Against DNS rebinding: a foreign page whose name resolves to this machine must not reach a server with unsigned tokens.
  if (deps.settings.identity.emulatorHost) app.addHook('onRequest', refuseForeignHosts)
  // Before each route's own hooks, including authentication.
  app.addHook('onRequest', (request) => deps.limits.admitAddress(request))
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Lotwatch', version: VERSION, description: 'Errors are problem details (RFC 9457).' },
      components: { securitySchemes: { session: { type: 'http', scheme: 'bearer' } } },
      security: [{ session: [] }],
    },
    transform: jsonSchemaTransform,
  })

  for (const serve of [
    serveSessions,
    serveUsers,
    serveFilters,
    servePreviews,
    serveMatches,
    serveExplanations,
    serveSpellings,
    serveNotifications,
    serveDevices,
    serveMailLinks,
    serveBounces,
    serveFeedLinks,
    serveFeeds,
    serveMarketplaces,
    servePayment,
    serveReferrals,
    serveLocation,
    serveSystem,
    serveEvents,
    serveCspReports,
  ]) {
    serve(app, deps)
  }
  let openApi: object | undefined
  app.get('/api/openapi.json', { schema: { hide: true } }, async (_, reply) => {
    openApi ??= app.swagger()
    return reply.header('cache-control', 'no-cache').send(openApi)
  })
  app.all('/api/*', { schema: { hide: true } }, async () => {
    throw new ApiProblem('not_found')
  })
  await servePages(app, deps)
  return app
}
