import { SECOND_MS } from '../../../contract/time.ts'
import type { AnyInput, CallOptions } from '../../api/call.ts'
import type { Client } from '../../api/client.ts'
import { ApiError } from '../../api/errors.ts'
import { OUTBOX_RETRY_MS } from '../../limits.ts'
import type { Storage } from '../storage/createStorage.ts'
import type { OutboxEntry } from '../storage/records.ts'
import { coalesce } from './coalesce.ts'
import { afterSuccess, changeEntry, nextToSend, withoutEntry } from './queue.ts'

/** A change to be sent, before it is queued. */
export type Change = Pick<OutboxEntry, 'call' | 'subject' | 'label' | 'body' | 'version'>

/** The outcome of a change. `waiting`: kept on the device until the server can be reached. */
export type Outcome =
  | { kind: 'done'; answer: unknown }
  | { kind: 'waiting' }
  | { kind: 'conflict'; current: unknown }
  | { kind: 'rejected'; error: unknown }

type Parts = {
  storage: Storage
  client: Client
  /** Called with the queue after every change to it. */
  onChange(entries: readonly OutboxEntry[]): void
  /** Called when a queued change is confirmed, before it leaves the queue. */
  onDone(entry: OutboxEntry, answer: unknown): void
  now(): number
}

const LOCK = 'lotwatch-outbox'

/**
 * Queue of the user's changes for the server. Each is stored before it is sent, and leaves the queue only when the server
 * has confirmed it or the user has discarded it. First in, first out; sent at once while online; one tab sends at a time.
 */
export function createOutbox({ storage, client, onChange, onDone, now }: Parts) {
  const waiters = new Map<string, (outcome: Outcome) => void>()
  let retry: ReturnType<typeof setTimeout> | undefined

  const change = async (by: (entries: OutboxEntry[]) => OutboxEntry[]) => {
    const entries = await storage.change('outbox', by)
    onChange(entries)
    return entries
  }

  /** Resolves the call that waits for the entry. @returns whether there was one; if not, the entry must stay in the queue */
  const settle = (id: string, outcome: Outcome): boolean => {
    const waiter = waiters.get(id)
    waiters.delete(id)
    waiter?.(outcome)
    return waiter !== undefined
  }

  /** Sends one entry. Resolves to whether the next may follow. */
  const send = async (entry: OutboxEntry): Promise<boolean> => {
    try {
      const answer = await client(entry.call, inputOf(entry) as never, optionsOf(entry))
      onDone(entry, answer)
      await change((entries) => afterSuccess(entries, entry, versionOf(answer)))
      settle(entry.id, { kind: 'done', answer })
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return refuse(entry, error)
    }
  }

  const refuse = async (entry: OutboxEntry, error: ApiError): Promise<boolean> => {
    if (error.isPassing || error.status === 401) {
      await change((entries) => changeEntry(entries, entry.id, { attempts: entry.attempts + 1 }))
      retry ??= setTimeout(drain, Math.max(OUTBOX_RETRY_MS, (error.retryAfterS ?? 0) * SECOND_MS))
      return false
    }
    const isConflict = error.code === 'version_conflict'
    const outcome: Outcome = isConflict ? { kind: 'conflict', current: error.current } : { kind: 'rejected', error }
    if (settle(entry.id, outcome)) {
      await change((entries) => withoutEntry(entries, entry.id))
      return true
    }
    const code = error.code === 'offline' || error.code === 'timeout' || error.code === 'answer_invalid' ? undefined : error.code
    await change((entries) =>
      changeEntry(entries, entry.id, {
        state: isConflict ? 'conflict' : 'rejected',
        ...(code ? { code } : {}),
        ...(isConflict ? { current: error.current } : {}),
      }),
    )
    return true
  }

  const work = async () => {
    for (;;) {
      const entries = await storage.read('outbox')
      onChange(entries)
      const entry = nextToSend(entries)
      if (!entry || !(await send(entry))) return
    }
  }

  /** Sends the queue. Safe to call at any time, from any tab. Resolves after an attempt that started no earlier than the call. */
  const drain = coalesce(async () => {
    clearTimeout(retry)
    retry = undefined
    await locked(work).catch((error: unknown) => console.warn('The outbox stopped.', error))
  })

  return {
    drain,

    /** Queues a change and sends it. Resolves when the server has answered, or to `waiting` if it cannot be reached. */
    async submit(asked: Change): Promise<Outcome> {
      const id = crypto.randomUUID()
      const { version, ...rest } = asked
      const entry: OutboxEntry = {
        ...rest,
        ...(version === undefined ? {} : { version }),
        id,
        createdAt: now(),
        attempts: 0,
        state: 'waiting',
      }
      const answered = new Promise<Outcome>((resolve) => waiters.set(id, resolve))
      await change((entries) => [...entries, entry])
      void drain().then(() => settle(id, { kind: 'waiting' }))
      return answered
    },

    /** Retries a refused change; after a conflict, on top of the stored version. */
    async retry(id: string) {
      await change((entries) =>
        entries.map((entry) => {
          if (entry.id !== id) return entry
          const { current, code: _code, ...rest } = entry
          const version = versionOf(current) ?? entry.version
          // With a new key: the old one would replay the old refusal.
          return {
            ...rest,
            id: crypto.randomUUID(),
            attempts: 0,
            state: 'waiting',
            ...(version === undefined ? {} : { version }),
          }
        }),
      )
      await drain()
    },

    /** Discards a change at the user's request. */
    async discard(id: string) {
      await change((entries) => withoutEntry(entries, id))
    },
  }
}

function inputOf({ subject, body }: OutboxEntry): AnyInput {
  return { ...(subject ? { params: { id: subject } } : {}), ...(body === undefined ? {} : { body }) }
}

function optionsOf({ id, version }: OutboxEntry): CallOptions {
  return { idempotencyKey: id, version }
}

function versionOf(answer: unknown): number | undefined {
  if (typeof answer !== 'object' || answer === null || !('version' in answer)) return undefined
  return typeof answer.version === 'number' ? answer.version : undefined
}

/** Prevents two tabs from sending the same queue. Without locks that is harmless, because of the idempotency keys. */
function locked(work: () => Promise<void>): Promise<void> {
  const { locks } = navigator
  return locks ? locks.request(LOCK, work) : work()
}
