import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../database/pool.ts'
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

  /** The check that runs: requests that come meanwhile share it. */
  let checking: Promise<boolean> | undefined
  const isReachable = () => {
    checking ??= askDatabase(parts.db).finally(() => {
      checking = undefined
    })
    return checking
  }
  serve(app, parts, 'isReady', async () => {
    if (!(await isReachable()) || !parts.isAccepting()) {
      throw new ApiProblem('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    }
    return { status: 'ready' as const }
  })
}

/** Whether the database answers in time. */
function askDatabase(db: Db): Promise<boolean> {
  const answers = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
  const isLate = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), READY_TIMEOUT_MS).unref())
  return Promise.race([answers, isLate])
}
