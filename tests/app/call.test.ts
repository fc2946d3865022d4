import { afterEach, describe, expect, it, vi } from 'vitest'
import { call } from '../../src/api/call.ts'
import { createClient } from '../../src/api/client.ts'
import { createMessageParser, listen } from '../../src/api/eventStream.ts'
import { exchangeToken } from '../../src/session/exchange.ts'
import { redeemReferral } from '../../src/session/redeemReferral.ts'
import { id, match, stats } from './support/fixtures.ts'

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(body === undefined ? null : JSON.stringify(body), { status, headers })

function answerWith(...responses: (Response | Error)[]) {
  const fetch = vi.fn(async (_url: string, _init: RequestInit) => {
    const next = responses.shift() ?? new Error('no more answers')
    if (next instanceof Error) throw next
    return next
  })
  vi.stubGlobal('fetch', fetch)
  return fetch
}
const headersOf = (fetch: ReturnType<typeof answerWith>, index = 0) =>
  fetch.mock.calls[index]?.[1].headers as Record<string, string>

afterEach(() => vi.unstubAllGlobals())

describe('a call', () => {
  it('fills in path, query, body and headers by the contract', async () => {
    const fetch = answerWith(json({ items: [match(1)], nextCursor: null, asOf: '2026-11-20T12:00:00Z' }))
    const page = await call('listMatches', { query: { limit: 200, state: 'saved' } }, { token: 'abc' })
    expect(fetch.mock.calls[0]?.[0]).toBe('/api/matches?limit=200&state=saved')
    expect(headersOf(fetch)).toMatchObject({ authorization: 'Bearer abc' })
    expect(page.items[0]?.auction.title).toBe(match(1).auction.title)
  })

  it('writes carry their key and version', async () => {
    const fetch = answerWith(json(undefined, 204))
    await call('deleteFilter', { params: { id: id(1) } }, { idempotencyKey: 'key', version: 3 })
    expect(fetch.mock.calls[0]?.[0]).toBe(`/api/filters/${id(1)}`)
    expect(headersOf(fetch)).toMatchObject({ 'idempotency-key': 'key', 'if-match': '3' })
  })

  it('throws the problem by its code', async () => {
    answerWith(json({ type: 'x', title: 'Limit', status: 403, code: 'filter_limit_reached' }, 403))
    await expect(call('readStats', {})).rejects.toMatchObject({ code: 'filter_limit_reached', status: 403, isPassing: false })
  })

  it.each([
    [new TypeError('failed to fetch'), 'offline'],
    [json({ nonsense: true }), 'answer_invalid'],
    [new Response('<html>', { status: 502 }), 'unavailable'],
    [json({}, 418), 'internal'],
  ])('maps %s to its error code', async (answer, code) => {
    answerWith(answer)
    await expect(call('readStats', {})).rejects.toMatchObject({ name: 'ApiError', code })
  })

  it('says when to come again', async () => {
    answerWith(json({ type: 'x', title: '', status: 429, code: 'rate_limited' }, 429, { 'retry-after': '7' }))
    await expect(call('readStats', {})).rejects.toMatchObject({ retryAfterS: 7, isPassing: true })
  })
})

describe("the session's client", () => {
  it('exchanges again once after a 401 and repeats a write under the same key', async () => {
    const fetch = answerWith(json({}, 401), json(undefined, 204))
    let token: string | null = 'old'
    const client = createClient({ token: () => token, renew: async () => (token = 'new') })
    await client('deleteFilter', { params: { id: id(1) } })
    expect(headersOf(fetch, 1).authorization).toBe('Bearer new')
    expect(headersOf(fetch, 1)['idempotency-key']).toBe(headersOf(fetch, 0)['idempotency-key'])
  })

  it('gives up when the second answer is 401 too', async () => {
    const fetch = answerWith(json({}, 401), json({}, 401))
    const client = createClient({ token: () => 'old', renew: async () => 'new' })
    await expect(client('readStats', {})).rejects.toMatchObject({ code: 'session_invalid' })
    expect(fetch).toHaveBeenCalledTimes(2)
  })

  it('says which token was refused', async () => {
    answerWith(json({}, 401), json(stats))
    const renew = vi.fn(async () => 'newer')
    const client = createClient({ token: () => 'old', renew })
    await client('readStats', {})
    expect(renew).toHaveBeenCalledWith('old')
  })
})

describe('the exchange', () => {
  it('returns nothing for a null token, and logs it', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    answerWith(json({ authToken: null }))
    expect(await exchangeToken('id', null)).toBeUndefined()
    expect(log).toHaveBeenCalledWith('Invalid auth token received from server')
  })
})

describe('a referral', () => {
  it('that cannot be used is false', async () => {
    answerWith(json({ type: 'x', title: '', status: 404, code: 'referral_unknown' }, 404), new TypeError('offline'))
    const client = createClient({ token: () => 't', renew: async () => null })
    expect(await redeemReferral(client, 'x')).toBe(false)
    expect(await redeemReferral(client, 'x')).toBe(false)
  })
})

describe('the event stream', () => {
  it('reads blocks and leaves comments out', () => {
    const messagesOf = (text: string) => createMessageParser().feed(`${text}\n\n`)
    expect(messagesOf('event: match\nid: 7\ndata: {"a":\ndata: 1}')).toEqual([{ event: 'match', id: '7', data: { a: 1 } }])
    expect(messagesOf(': alive')).toEqual([])
    expect(messagesOf('data: nonsense')).toEqual([])
  })

  it('goes on behind the last event after a break', async () => {
    const stream = (text: string) => new Response(new Blob([text]).stream(), { headers: { 'content-type': 'text/event-stream' } })
    const block = (number: number) => `event: match\nid: ${number}\ndata: ${JSON.stringify(match(number))}\n\n`
    vi.stubGlobal('addEventListener', () => undefined)
    vi.stubGlobal('removeEventListener', () => undefined)
    const fetch = answerWith(stream(`: hello\n\n${block(1)}`), stream(block(2)))
    const stop = new AbortController()
    const seen: string[] = []
    await listen({
      token: () => 'abc',
      renew: async () => null,
      signal: stop.signal,
      onState: () => undefined,
      onEvent: (event) => {
        if (event.type === 'match') seen.push(event.data.id)
        if (seen.length === 2) stop.abort()
      },
    })
    expect(seen).toEqual([match(1).id, match(2).id])
    expect(headersOf(fetch, 1)['last-event-id']).toBe('1')
  })

  const untilClosed = async (times: number, renew: () => Promise<string | null> = async () => null) => {
    vi.useFakeTimers()
    vi.stubGlobal('addEventListener', () => undefined)
    vi.stubGlobal('removeEventListener', () => undefined)
    const stop = new AbortController()
    const states: unknown[] = []
    const listening = listen({
      token: () => 'abc',
      renew,
      signal: stop.signal,
      onEvent: () => undefined,
      onState: (...state) => {
        states.push(state)
        if (states.length === times) stop.abort()
      },
    })
    await vi.runAllTimersAsync()
    await listening
    vi.useRealTimers()
    return states
  }

  it('says why the server refuses it', async () => {
    answerWith(json({ type: 'x', title: '', status: 429, code: 'stream_limit_reached' }, 429))
    expect(await untilClosed(1)).toEqual([['closed', 'stream_limit_reached']])
  })

  it('is tried again after a 401, renewed or not yet', async () => {
    const fetch = answerWith(json({}, 401), json({}, 401))
    const renew = vi.fn(async () => null)
    expect(await untilClosed(2, renew)).toHaveLength(2)
    expect(renew.mock.calls).toEqual([['abc'], ['abc']])
    expect(fetch).toHaveBeenCalledTimes(2)
  })
})
