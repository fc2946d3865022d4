import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import swagger from '@fastify/swagger'
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { MAX_BODY_BYTES } from '../../contract/calls.ts'
import { isLoopbackHost, type Settings } from '../settings.ts'
import { serveCspReports } from './cspReports.ts'
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
import type { HttpParts } from './parts.ts'
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
/** Answers are made anew each time: at 4 brotli costs no more than gzip and is still smaller. Files are compressed when they are built. */
const BROTLI_QUALITY = 4
const VERSION = '0.1.0'

async function refuseForeignHosts(request: FastifyRequest): Promise<void> {
  if (!isLoopbackHost(request.hostname)) throw new ApiProblem('host_refused')
}

/** A number of proxies counts from this server outwards: the client's address is what the outermost of them has seen. */
function trusted(trustProxy: Settings['trustProxy']): false | string[] | ((address: string, hop: number) => boolean) {
  return typeof trustProxy === 'number' ? (_, hop) => hop < trustProxy : trustProxy
}

/** The whole HTTP server, assembled from the parts given; not yet listening. */
export async function createApp(parts: HttpParts): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: parts.log,
    // One line a request would drown what matters; errors are logged where they are handled.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    trustProxy: trusted(parts.settings.trustProxy),
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH, ignoreTrailingSlash: true },
    return503OnClosing: true,
    forceCloseConnections: 'idle',
  }) as unknown as FastifyInstance
  // The API speaks JSON; Fastify would also take plain text.
  app.removeContentTypeParser('text/plain')
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(handleError)

  await app.register(helmet, securityHeaders(parts.settings))
  app.addHook('onRequest', async (_, reply) => void reply.headers(OWN_HEADERS))
  await app.register(compress, {
    threshold: COMPRESS_FROM_BYTES,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
  })
  // Against DNS rebinding: a foreign page whose name resolves to this machine must not reach a server with unsigned tokens.
  if (parts.settings.identity.emulatorHost) app.addHook('onRequest', refuseForeignHosts)
  // Before a route's own hooks, authentication among them.
  app.addHook('onRequest', (request) => parts.limits.admitAddress(request))
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
    serveMailLinks,
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
    serve(app, parts)
  }
  let openApi: object | undefined
  app.get('/api/openapi.json', { schema: { hide: true } }, async (_, reply) => {
    openApi ??= app.swagger()
    return reply.header('cache-control', 'no-cache').send(openApi)
  })
  app.all('/api/*', { schema: { hide: true } }, async () => {
    throw new ApiProblem('not_found')
  })
  await servePages(app, parts)
  return app
}
