import { storage } from './storage.ts'

/** Browsers terminate workers that run for long. */
const DEADLINE_MS = 10_000

/** Posts to our API with the session's token. Sends nothing without a session. Throws if it fails. */
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
