import { retryAfterMs } from '../../api/call.ts'
import { ApiError } from '../../api/errors.ts'
import { LOG_OUT_RETRY_FIRST_MS, LOG_OUT_RETRY_MAX_MS, PENDING_LOG_OUT_LIFE_MS, PENDING_LOG_OUTS_MAX } from '../../limits.ts'
import type { Storage } from '../storage/createStorage.ts'
import { coalesce } from './coalesce.ts'

/** Sessions whose user has logged out here but that the server has yet to end. */
export type LogOuts = {
  /** Keeps a token until the server has ended its session. */
  keep(token: string): Promise<void>
  /** Asks the server to end these sessions. Resolves after one attempt; failures are retried later. Never rejects. */
  send(): Promise<void>
}

type Parts = {
  /** The browser's storage, which stays open after the user leaves. */
  storage: Storage
  /** Ends the session of this token. Throws `ApiError`. */
  endSession(token: string): Promise<unknown>
  now(): number
}

const LOCK = 'lotwatch log-outs'

/** Log-outs that survive a missing network: stored on the device and retried. */
export function createLogOuts({ storage, endSession, now }: Parts): LogOuts {
  let failures = 0
  let retry: ReturnType<typeof setTimeout> | undefined

  const drop = (token: string) => storage.change('pendingLogOuts', (pending) => pending.filter((one) => one.token !== token))

  /** Milliseconds until the next attempt; undefined if nothing is left to send. */
  const sendAll = async (): Promise<number | undefined> => {
    let waitMs: number | undefined
    for (const { token, at } of await storage.read('pendingLogOuts')) {
      const error = now() - at > PENDING_LOG_OUT_LIFE_MS ? undefined : await refusalOf(endSession(token))
      // 401: it has already ended.
      if (!error || error.status === 401) await drop(token)
      else waitMs = Math.max(waitMs ?? 0, retryAfterMs(error))
      if (error?.status === 0) break
    }
    return waitMs
  }

  const send = coalesce(async () => {
    clearTimeout(retry)
    retry = undefined
    const waitMs = await locked(sendAll).catch((error: unknown) => {
      console.warn('Log-outs could not be sent.', error)
      return undefined
    })
    if (waitMs === undefined) {
      failures = 0
      return
    }
    retry = setTimeout(send, Math.max(waitMs, Math.min(LOG_OUT_RETRY_FIRST_MS * 2 ** failures, LOG_OUT_RETRY_MAX_MS)))
    failures += 1
  })

  return {
    async keep(token) {
      await storage.change('pendingLogOuts', (pending) =>
        [...pending.filter((one) => one.token !== token), { token, at: now() }].slice(-PENDING_LOG_OUTS_MAX),
      )
    },
    send,
  }
}

async function refusalOf(call: Promise<unknown>): Promise<ApiError | undefined> {
  try {
    await call
    return undefined
  } catch (error) {
    return error instanceof ApiError ? error : new ApiError('internal', 0, undefined, undefined, error)
  }
}

/** One tab at a time. Without locks two tabs may end the same session; the second gets a 401, which is harmless. */
const locked = <T>(work: () => Promise<T>): Promise<T> => (navigator.locks ? navigator.locks.request(LOCK, work) : work())
