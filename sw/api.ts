import { storage } from './storage.ts'

/** A worker that is kept awake for long is ended by the browser. */
const DEADLINE_MS = 10_000

/** One POST to our API with the session's token. Nothing is sent without a session; throws when it did not succeed. */
export async function post(path: string, body?: object): Promise<void> {
  const { token } = await storage.read('session')
  if (!token) return
  const response = await fetch(path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    body: body ? JSON.stringify(body) : null,
    signal: AbortSignal.timeout(DEADLINE_MS),
    credentials: 'omit',
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
}
