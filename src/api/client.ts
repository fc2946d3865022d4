import { type CallName, calls } from '../../contract/calls.ts'
import { type CallAnswer, type CallInput, type CallOptions, call } from './call.ts'
import { ApiError } from './errors.ts'

/** The session's calls: every noun's file takes one. */
export type Client = <N extends CallName>(name: N, input: CallInput<N>, options?: CallOptions) => Promise<CallAnswer<N>>

type SessionKeeper = {
  token(): string | null
  /** What to use instead of the token that was refused: null when the user must sign in. */
  renew(refused: string | null): Promise<string | null>
}

/**
 * Calls with the session's token. A 401 exchanges the identity again, once, and repeats the call; writes get an
 * Idempotency-Key unless they bring one, so that the repetition is harmless. A call that brings a token of its own is made
 * with that one.
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
