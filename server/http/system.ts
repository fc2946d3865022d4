import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { HttpParts } from './parts.ts'
import { ApiProblem } from './problems.ts'
import { serve } from './route.ts'

const READY_TIMEOUT_MS = 1000
const RETRY_AFTER_SECONDS = 2

export function serveSystem(app: FastifyInstance, parts: HttpParts): void {
  const { settings } = parts

  serve(app, parts, 'readConfig', async () => {
    const { projectId, apiKey, authDomain, emulatorHost } = settings.identity
    const { appId, messagingSenderId, vapidKey } = settings.fcm
    return {
      identity: {
        projectId,
        apiKey,
        ...(authDomain ? { authDomain } : {}),
        ...(emulatorHost ? { emulatorHost } : {}),
      },
      vapidPublicKey: parts.vapidPublicKey,
      ...(appId && messagingSenderId && vapidKey ? { fcm: { appId, messagingSenderId, vapidKey, projectId, apiKey } } : {}),
      buildId: parts.builtApp?.buildId ?? '',
      plans: settings.freePlans,
    }
  })

  serve(app, parts, 'isLive', async () => ({ status: 'live' as const }))

  serve(app, parts, 'isReady', async () => {
    const isReachable = await Promise.race([
      sql`select 1`.execute(parts.db).then(
        () => true,
        () => false,
      ),
      new Promise<boolean>((resolve) => setTimeout(() => resolve(false), READY_TIMEOUT_MS).unref()),
    ])
    if (!isReachable || !parts.isAccepting()) throw new ApiProblem('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    return { status: 'ready' as const }
  })
}
