import { expect, type Page } from '@playwright/test'
import type { Filter, FilterDraft } from '../../../contract/filter.ts'
import { storedSession } from './device.ts'

/** Calls the server as the page's user but outside the page, independent of its network, worker and state. */
export async function serverOf(page: Page, baseURL: string | undefined) {
  const { token } = await storedSession(page)
  return serverFor(token, baseURL)
}

/** Calls the server from another device, on which the ID token's owner signs in. */
export async function serverElsewhere(idToken: string, baseURL: string | undefined) {
  const response = await fetch(new URL('/api/auth/firebase', baseURL), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ authToken: idToken }),
  })
  const { authToken } = (await response.json()) as { authToken: string }
  return serverFor(authToken, baseURL)
}

/** The status for a session token: 200, or 401 if the session has ended. */
export async function statusOf(token: string, baseURL: string | undefined): Promise<number> {
  return (await fetch(new URL('/api/user/me', baseURL), { headers: { authorization: `Bearer ${token}` } })).status
}

export function serverFor(token: string, baseURL: string | undefined) {
  const call = async <T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<T> => {
    const response = await fetch(new URL(path, baseURL), {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'idempotency-key': crypto.randomUUID(),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const text = await response.text()
    expect(response.ok, `${method} ${path}: ${text}`).toBe(true)
    return (text === '' ? undefined : JSON.parse(text)) as T
  }
  return {
    call,
    me: () => call<{ id: string; isAnonymous: boolean; email: string; locale: string }>('GET', '/api/user/me'),
    filters: () => call<Filter[]>('GET', '/api/filters/user'),
    /** Renames a filter, like another device of the same user. */
    async renameFilter(name: string, to: string): Promise<void> {
      const filter = (await call<Filter[]>('GET', '/api/filters/user')).find((one) => one.name === name)
      if (!filter) throw new Error(`no filter "${name}"`)
      await call('PUT', `/api/filters/${filter.id}`, draftOf(filter, to), { 'if-match': String(filter.version) })
    },
  }
}

export type Server = ReturnType<typeof serverFor>

function draftOf(filter: Filter, name: string): FilterDraft {
  const { id, version, createdAt, updatedAt, matchCount, matchCount24h, lastMatchAt, pausedByPlan, ...draft } = filter
  return { ...draft, name }
}
