import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { watchBuild } from '../../src/install/build.ts'
import { reloadOnLoadErrors } from '../../src/install/reload.ts'
import { BUILD_POLL_MS, RELOAD_PAUSE_MS } from '../../src/limits.ts'

const START = Date.parse('2026-11-20T12:00:00.000Z')

beforeEach(() => {
  sessionStorage.clear()
  vi.useFakeTimers({ now: START, toFake: ['Date', 'setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('a part that fails to load', () => {
  it('reloads the page at most once in ten seconds', () => {
    const reload = vi.fn()
    reloadOnLoadErrors(() => true, reload)
    const fail = () => {
      const event = Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload: new Error('gone') })
      dispatchEvent(event)
      return event.defaultPrevented
    }
    expect(RELOAD_PAUSE_MS).toBe(10_000)
    expect(fail()).toBe(true)
    vi.setSystemTime(START + RELOAD_PAUSE_MS - 1)
    expect(fail()).toBe(false)
    expect(reload).toHaveBeenCalledTimes(1)
    vi.setSystemTime(START + RELOAD_PAUSE_MS)
    expect(fail()).toBe(true)
    expect(reload).toHaveBeenCalledTimes(2)
  })
})

describe('the build manifest', () => {
  it('is asked on its timer, and not any more once nobody wants it', async () => {
    const meta = Object.assign(document.createElement('meta'), { name: 'build-id', content: 'build-1' })
    document.head.append(meta)
    let current = 'build-1'
    const asked = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ buildId: current }))
    const onNewBuild = vi.fn()
    const stop = watchBuild(onNewBuild)
    expect(asked).toHaveBeenCalledTimes(1)
    expect(asked.mock.calls[0]?.[0]).toBe('/build.json')
    vi.advanceTimersByTime(BUILD_POLL_MS - 1)
    expect(asked).toHaveBeenCalledTimes(1)
    current = 'build-2'
    vi.advanceTimersByTime(1)
    expect(asked).toHaveBeenCalledTimes(2)
    stop()
    await vi.waitFor(() => expect(onNewBuild).toHaveBeenCalledWith('build-2'))
    vi.advanceTimersByTime(2 * BUILD_POLL_MS)
    expect(asked).toHaveBeenCalledTimes(2)
    meta.remove()
  })
})
