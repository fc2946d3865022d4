import type { Client } from '../api/client.ts'
import { ApiError } from '../api/errors.ts'
import type { Storage } from '../offline/storage/createStorage.ts'

/** Wraps the client until the user leaves: after that nothing is sent, and no response arrives. */
export function clientUntil(left: AbortSignal, client: Client): Client {
  const refuseIfLeft = () => {
    if (left.aborted) throw new ApiError('session_invalid')
  }
  return async (name, input, options = {}) => {
    refuseIfLeft()
    const signal = options.signal ? AbortSignal.any([options.signal, left]) : left
    try {
      return await client(name, input, { ...options, signal })
    } finally {
      refuseIfLeft()
    }
  }
}

/** Wraps the storage until the user leaves: after that every call rejects. */
export function storageUntil(left: AbortSignal, storage: Storage): Storage {
  const guarded =
    <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
    (...args: A): Promise<R> =>
      left.aborted ? Promise.reject(left.reason) : work(...args)
  return {
    read: guarded(storage.read.bind(storage)) as Storage['read'],
    readAll: guarded(storage.readAll.bind(storage)) as Storage['readAll'],
    write: guarded(storage.write.bind(storage)) as Storage['write'],
    writeAll: guarded(storage.writeAll.bind(storage)),
    change: guarded(storage.change.bind(storage)) as Storage['change'],
    wipe: guarded(storage.wipe.bind(storage)),
  }
}
