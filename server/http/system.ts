import type { FastifyInstance } from 'fastify'
import { pingDatabase } from '../database/ping.ts'
import type { HttpDependencies } from './dependencies.ts'
import { ApiProblem } from './problems.ts'
import { serve } from './route.ts'

const RETRY_AFTER_SECONDS = 2

export function serveSystem(app: FastifyInstance, deps: HttpDependencies): void {
  const { settings } = deps

  serve(app, deps, 'readConfig', async () => {
    const { projectId, apiKey, authDomain, emulatorHost } = settings.identity
    const { appId, messagingSenderId, vapidKey } = settings.fcm
    return {
      identity: {
        projectId,
        apiKey,
        ...(authDomain ? { authDomain } : {}),
        ...(emulatorHost ? { emulatorHost } : {}),
      },
      vapidPublicKey: deps.vapidPublicKey,
      ...(appId && messagingSenderId && vapidKey ? { fcm: { appId, messagingSenderId, vapidKey, projectId, apiKey } } : {}),
      buildId: deps.builtApp?.buildId ?? '',
      plans: settings.freePlans,
    }
  })

  serve(app, deps, 'isLive', async () => ({ status: 'live' as const }))

  /** The running check, shared by concurrent requests. */
  let checking: Promise<boolean> | undefined
  const isReachable = () => {
    checking ??= pingDatabase(deps.db).finally(() => {
      checking = undefined
    })
    return checking
  }
  serve(app, deps, 'isReady', async () => {
    if (!(await isReachable()) || !deps.isAccepting()) {
      throw new ApiProblem('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    }
    return { status: 'ready' as const }
  })
}
