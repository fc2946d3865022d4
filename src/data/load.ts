import type { Client } from '../api/client.ts'
import { type ApiErrorCode, errorCode } from '../api/errors.ts'
import { servicesAtom } from '../services/services.ts'
import { inFlightAtom } from '../store/inFlight.ts'
import type { Getter } from '../store/store.ts'

/** The state of a load that screens show. */
export type LoadState = {
  status: 'idle' | 'loading' | 'ready' | 'failed'
  /** Why the last load failed. */
  code: ApiErrorCode | undefined
  /** When the data was loaded, epoch milliseconds; null if never. */
  asOf: number | null
  /** When the last load began, epoch milliseconds; null if never. */
  triedAt: number | null
}

export const NOT_LOADED: LoadState = { status: 'idle', code: undefined, asOf: null, triedAt: null }

type Load<State extends LoadState> = {
  /** Concurrent loads with one key share one call. */
  key: string
  note(change: Partial<State>): void
  /** Requests the data and resolves to what it changes. */
  read(client: Client): Promise<Partial<State>>
}

/** Loads data from the server and records the outcome. Never rejects: a failed load keeps what was loaded before. */
export function runLoad<State extends LoadState>(get: Getter, { key, note, read }: Load<State>): Promise<void> {
  const { client, now } = get(servicesAtom)
  const noteState = (state: Partial<LoadState>, change?: Partial<State>) => note({ ...state, ...change } as Partial<State>)
  return get(inFlightAtom)(key, async () => {
    noteState({ status: 'loading', triedAt: Date.now() })
    try {
      const change = await read(client)
      noteState({ status: 'ready', code: undefined, asOf: now() }, change)
    } catch (error) {
      noteState({ status: 'failed', code: errorCode(error) })
    }
  })
}
