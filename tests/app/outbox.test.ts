import { describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../src/api/errors.ts'
import { markMatchAtom } from '../../src/features/auctions/match/triage.ts'
import { deleteFilterAtom, saveFilterAtom, switchFilterAtom } from '../../src/features/filters/edit.ts'
import { loadFiltersAtom, refreshFiltersAtom } from '../../src/features/filters/filters.ts'
import { draftOf } from '../../src/features/filters/form/draft.ts'
import { emptyForm } from '../../src/features/filters/form/form.ts'
import { outboxEntriesAtom, undecidedEntriesAtom, waitingCountAtom } from '../../src/offline/outbox/entries.ts'
import { type Cause, drainWhenPossible } from '../../src/offline/outbox/triggers.ts'
import { keepMatchesAtom, matchesAtom } from '../../src/session/cachedAuctions.ts'
import { cachedFiltersAtom, filtersStatusAtom, keepFilterAtom } from '../../src/session/cachedFilters.ts'
import { filter, match } from './support/fixtures.ts'
import { createWorld } from './support/world.ts'

vi.stubGlobal('navigator', { onLine: true, locks: undefined })

const offline = () => {
  throw new ApiError('offline')
}
const draft = draftOf({ ...emptyForm, keywords: 'leica' }, 'en', 'My filter').draft
if (!draft) throw new Error('the fixture must be a valid draft')

describe('a change made online', () => {
  it('is sent at once and leaves nothing behind', async () => {
    const { store, answers, calls } = createWorld()
    store.set(keepMatchesAtom, [match(1)])
    answers.changeMatch = () => match(1, { state: 'saved' })
    expect(store.set(markMatchAtom, match(1).id, 'saved')).toBe('new')
    await vi.waitFor(() => expect(calls).toHaveLength(1))
    await vi.waitFor(() => expect(store.get(outboxEntriesAtom)).toEqual([]))
    expect(calls[0]?.options.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/)
    expect(store.get(matchesAtom).get(match(1).id)?.state).toBe('saved')
  })

  it('that the server refuses comes back to the form and is not queued', async () => {
    const { store, answers } = createWorld()
    answers.createFilter = () => {
      throw new ApiError('filter_limit_reached', 403)
    }
    const saved = await store.set(saveFilterAtom, draft)
    expect(saved).toMatchObject({ kind: 'refused', error: { code: 'filter_limit_reached' } })
    expect(store.get(outboxEntriesAtom)).toEqual([])
  })
})

describe('a change made offline', () => {
  it('shows at once, waits, and is sent once with its first key', async () => {
    const { store, answers, calls, outbox } = createWorld()
    store.set(keepMatchesAtom, [match(1)])
    answers.changeMatch = offline
    store.set(markMatchAtom, match(1).id, 'hidden')
    expect(store.get(matchesAtom).get(match(1).id)?.state).toBe('hidden')
    await vi.waitFor(() => expect(store.get(waitingCountAtom)).toBe(1))

    answers.changeMatch = () => match(1, { state: 'hidden' })
    await outbox.drain()
    await outbox.drain()
    expect(store.get(outboxEntriesAtom)).toEqual([])
    const keys = new Set(calls.map(({ options }) => options.idempotencyKey))
    expect(keys.size).toBe(1)
  })

  it('is sent when the network comes back while a try without it is still failing', async () => {
    const { store, answers, outbox } = createWorld()
    store.set(keepMatchesAtom, [match(1)])
    const unreachable = Promise.withResolvers<unknown>()
    answers.changeMatch = () => unreachable.promise
    store.set(markMatchAtom, match(1).id, 'hidden')
    await vi.waitFor(() => expect(store.get(waitingCountAtom)).toBe(1))

    answers.changeMatch = () => match(1, { state: 'hidden' })
    const drained = outbox.drain()
    unreachable.reject(new ApiError('offline'))
    await drained
    expect(store.get(outboxEntriesAtom)).toEqual([])
  })

  it('survives a killed page', async () => {
    const before = createWorld()
    before.answers.createFilter = offline
    expect(await before.store.set(saveFilterAtom, draft)).toEqual({ kind: 'waiting' })

    const after = createWorld(before.storage.held)
    after.answers.createFilter = () => filter(1)
    await after.outbox.drain()
    expect(after.store.get(cachedFiltersAtom)).toEqual([filter(1)])
    expect(after.calls[0]?.options.idempotencyKey).toBe(before.calls[0]?.options.idempotencyKey)
  })

  it('keeps the order of one thing and moves later changes to the version that the earlier one made', async () => {
    const { store, answers, calls, outbox } = createWorld()
    store.set(cachedFiltersAtom, [filter(1)])
    answers.changeFilter = offline
    await store.set(switchFilterAtom, filter(1).id, { enabled: false })
    await store.set(switchFilterAtom, filter(1).id, { enabled: true })
    calls.length = 0
    answers.changeFilter = ({ options }) => filter(1, { version: (options.version ?? 0) + 1 })
    await outbox.drain()
    expect(calls.map(({ input, options }) => [input.body, options.version])).toEqual([
      [{ enabled: false }, 1],
      [{ enabled: true }, 2],
    ])
  })

  it('that is refused later is kept for the user to decide', async () => {
    const { store, answers, outbox } = createWorld()
    answers.createFilter = offline
    await store.set(saveFilterAtom, draft)
    answers.createFilter = () => {
      throw new ApiError('filter_limit_reached', 403)
    }
    await outbox.drain()
    expect(store.get(undecidedEntriesAtom)).toMatchObject([{ state: 'rejected', code: 'filter_limit_reached', label: 'leica' }])
    await outbox.discard(store.get(undecidedEntriesAtom)[0]?.id ?? '')
    expect(store.get(outboxEntriesAtom)).toEqual([])
  })

  it('that conflicts later can be put on top of what is stored now', async () => {
    const { store, answers, calls, outbox } = createWorld()
    answers.replaceFilter = offline
    await store.set(saveFilterAtom, draft, filter(1))
    answers.replaceFilter = ({ options }) => {
      if (options.version === 7) return filter(1, { version: 8 })
      throw new ApiError('version_conflict', 412, {
        type: '',
        title: '',
        status: 412,
        code: 'version_conflict',
        current: filter(1, { version: 7 }),
      })
    }
    await outbox.drain()
    expect(store.get(undecidedEntriesAtom)).toMatchObject([{ state: 'conflict' }])
    await outbox.retry(store.get(undecidedEntriesAtom)[0]?.id ?? '')
    expect(calls.at(-1)?.options.version).toBe(7)
    expect(store.get(outboxEntriesAtom)).toEqual([])
  })

  it('waits through an overloaded or absent server', async () => {
    const { store, answers } = createWorld()
    for (const [code, status] of [
      ['unavailable', 503],
      ['rate_limited', 429],
      ['session_invalid', 401],
    ] as const) {
      answers.createFilter = () => {
        throw new ApiError(code, status)
      }
      expect(await store.set(saveFilterAtom, draft)).toEqual({ kind: 'waiting' })
    }
    expect(store.get(waitingCountAtom)).toBe(3)
  })
})

describe('the list of filters', () => {
  it('is asked for again when something changed while it was read', async () => {
    const { store, answers } = createWorld()
    const answered = [[filter(1)], [filter(1), filter(2)]]
    answers.listFilters = () => {
      if (answered.length === 2) store.set(keepFilterAtom, filter(2))
      return answered.shift()
    }
    await store.set(loadFiltersAtom)
    expect(store.get(cachedFiltersAtom)).toEqual([filter(1), filter(2)])
  })

  it('ends when it never stops changing', async () => {
    const { store, answers, calls } = createWorld()
    answers.listFilters = () => {
      store.set(keepFilterAtom, filter(calls.length))
      return [filter(9)]
    }
    await store.set(loadFiltersAtom)
    expect(store.get(cachedFiltersAtom)).toEqual([filter(9)])
    expect(calls.length).toBeLessThan(5)
  })

  it('does not take back what this device has yet to send', async () => {
    const { store, answers } = createWorld()
    store.set(cachedFiltersAtom, [filter(1), filter(2)])
    answers.changeFilter = offline
    answers.deleteFilter = offline
    await store.set(switchFilterAtom, filter(1).id, { enabled: false })
    await store.set(deleteFilterAtom, filter(2).id)
    answers.listFilters = () => [filter(1), filter(2), filter(3)]
    await store.set(loadFiltersAtom)
    expect(store.get(cachedFiltersAtom)).toEqual([filter(1, { enabled: false }), filter(3)])
  })

  it('is read again with the network, and with the page once it is a minute old', async () => {
    const { store, answers, namesOfCalls, world } = createWorld()
    answers.listFilters = () => []
    await store.set(refreshFiltersAtom, 'online')
    expect(namesOfCalls()).toEqual([])
    await store.set(loadFiltersAtom)
    await store.set(refreshFiltersAtom, 'visible')
    expect(namesOfCalls()).toHaveLength(1)
    await store.set(refreshFiltersAtom, 'online')
    expect(namesOfCalls()).toHaveLength(2)
    world.now += 60_000
    await store.set(refreshFiltersAtom, 'visible')
    expect(namesOfCalls()).toHaveLength(3)
  })

  it('is read again when the network comes back while a reading is failing for want of it', async () => {
    const { store, answers } = createWorld()
    answers.listFilters = offline
    const failing = store.set(loadFiltersAtom)
    answers.listFilters = () => [filter(1)]
    await Promise.all([failing, store.set(refreshFiltersAtom, 'online')])
    expect(store.get(cachedFiltersAtom)).toEqual([filter(1)])
    expect(store.get(filtersStatusAtom).status).toBe('ready')
  })

  it('is read again once what waited has been sent, by whichever tab', async () => {
    const { store, answers, storage, outbox, namesOfCalls } = createWorld()
    const entry = {
      call: 'deleteFilter',
      subject: filter(1).id,
      label: '',
      id: 'a',
      createdAt: 0,
      attempts: 0,
      state: 'waiting',
    } as const
    const start = async (isWaiting: boolean) => {
      const triggers = new EventTarget()
      vi.stubGlobal('addEventListener', triggers.addEventListener.bind(triggers))
      vi.stubGlobal('removeEventListener', triggers.removeEventListener.bind(triggers))
      vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
      const done = Promise.withResolvers<void>()
      const drain = () => outbox.drain().finally(() => done.resolve())
      const readAgain = (cause: Cause) => store.set(refreshFiltersAtom, cause)
      const stop = drainWhenPossible({ drain, isWaiting: () => isWaiting }, readAgain)
      await done.promise
      await vi.waitFor(() => expect(store.get(filtersStatusAtom).status).not.toBe('loading'))
      stop()
    }
    answers.listFilters = offline
    await store.set(loadFiltersAtom)
    answers.listFilters = () => []
    answers.deleteFilter = () => undefined
    await start(false)
    expect(namesOfCalls()).toEqual(['listFilters'])
    await storage.write('outbox', [entry])
    await start(true)
    await vi.waitFor(() => expect(namesOfCalls()).toEqual(['listFilters', 'deleteFilter', 'listFilters']))
  })
})

describe('a switch that conflicts', () => {
  it('is put on top of the filter as it is now', async () => {
    const { store, answers, calls } = createWorld()
    store.set(cachedFiltersAtom, [filter(1)])
    answers.changeFilter = ({ options }) => {
      if (options.version === 4) return filter(1, { version: 5, enabled: false })
      throw new ApiError('version_conflict', 412, {
        type: '',
        title: '',
        status: 412,
        code: 'version_conflict',
        current: filter(1, { version: 4 }),
      })
    }
    expect(await store.set(switchFilterAtom, filter(1).id, { enabled: false })).toBe('done')
    expect(calls.map(({ options }) => options.version)).toEqual([1, 4])
    expect(store.get(cachedFiltersAtom)[0]).toMatchObject({ version: 5, enabled: false })
  })
})
