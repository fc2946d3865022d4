import { type CallName, calls } from '../../contract/calls.ts'
import { type CallAnswer, type CallInput, type CallOptions, call } from './call.ts'
import { ApiError } from './errors.ts'

/** Makes calls with the session's token. */
export type Client = <N extends CallName>(name: N, input: CallInput<N>, options?: CallOptions) => Promise<CallAnswer<N>>

type SessionKeeper = {
  token(): string | null
  /** Replaces a refused token; null if the user must sign in. */
  renew(refused: string | null): Promise<string | null>
}

/**
 * Makes calls with the session's token, or with a call's own. After a 401 the identity is exchanged once more and the call
 * repeated. Writes get an Idempotency-Key unless they have one, so that repeating them is safe.
 */
export function createClient(session: SessionKeeper): Client {
  return async (name, input, options = {}) => {
    const isWrite = calls[name].method !== 'GET'
    const common = isWrite && !options.idempotencyKey ? { ...options, idempotencyKey: crypto.randomUUID() } : options
    if (options.token) return call(name, input, common)
    const token = session.token()
    try {
      return await call(name, input, { ...common, token })
    } catch (error) {
      const isExpired = error instanceof ApiError && error.status === 401 && !('open' in calls[name])
      if (!isExpired) throw error
      const renewed = await session.renew(token)
      if (!renewed) throw error
      return call(name, input, { ...common, token: renewed })
    }
  }
}
