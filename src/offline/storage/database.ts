import type { UseStore } from 'idb-keyval'

const DATABASE = 'lotwatch'
const STORE = 'records'
const TRIES = 3

let opened: Promise<IDBDatabase> | undefined

/**
 * Runs one transaction, and reopens the database if its connection was lost: phones kill the storage process of background
 * pages, and desktop browsers close the database when site data is cleared.
 */
export const withStore: UseStore = async (mode, callback) => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const database = await open()
      return await callback(database.transaction(STORE, mode).objectStore(STORE))
    } catch (error) {
      if (attempt >= TRIES || !isLostConnection(error)) throw error
      opened = undefined
    }
  }
}

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(DATABASE)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE)
    request.onerror = () => reject(request.error)
    request.onsuccess = () => {
      const database = request.result
      database.onclose = forget
      // Another tab wants to upgrade or delete the database; keeping it open would block that tab forever.
      database.onversionchange = () => {
        database.close()
        forget()
      }
      resolve(database)
    }
  }).catch((error: unknown) => {
    forget()
    throw error
  })
  return opened
}

function forget(): void {
  opened = undefined
}

function isLostConnection(error: unknown): boolean {
  if (!(error instanceof DOMException)) return false
  return error.name === 'InvalidStateError' || error.name === 'UnknownError' || /closing|closed|server lost/i.test(error.message)
}
