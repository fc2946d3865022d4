import { expect, type Page } from '@playwright/test'
import type { StoredSession } from '../../../src/offline/storage/browserRecords.ts'

/** A record stored by the app on this device; null if there is none. */
export async function storedRecord<T>(page: Page, name: string): Promise<T | null> {
  const stored = await page.evaluate(
    (key) =>
      new Promise<unknown>((resolve, reject) => {
        const opening = indexedDB.open('lotwatch')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const database = opening.result
          const hasStore = database.objectStoreNames.contains('records')
          const reading = hasStore ? database.transaction('records').objectStore('records').get(key) : null
          const finish = () => {
            database.close()
            resolve(reading?.result ?? null)
          }
          if (reading) reading.onsuccess = finish
          else finish()
        }
      }),
    name,
  )
  const isSealed = typeof stored === 'object' && stored !== null && 'json' in stored && typeof stored.json === 'string'
  return (isSealed ? JSON.parse(stored.json as string) : stored) as T | null
}

/** Stores a record on this device, like another tab or an older version. */
export async function storeRecord(page: Page, name: string, value: unknown): Promise<void> {
  await page.evaluate(
    ([key, record]) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('lotwatch')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const database = opening.result
          const transaction = database.transaction('records', 'readwrite')
          transaction.objectStore('records').put(record, key as string)
          transaction.oncomplete = () => {
            database.close()
            resolve()
          }
        }
      }),
    [name, value] as const,
  )
}

/** The stored session, once there is one. */
export async function storedSession(page: Page): Promise<StoredSession & { token: string; accountId: string }> {
  let session: StoredSession | null = null
  await expect(async () => {
    session = await storedRecord<StoredSession>(page, 'session')
    expect(session?.token).toBeTruthy()
    expect(session?.accountId).toBeTruthy()
  }).toPass()
  return session as unknown as StoredSession & { token: string; accountId: string }
}
