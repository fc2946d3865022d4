import { setTimeout as pause } from 'node:timers/promises'
import type { MatchSort } from '../../contract/match.ts'
import { SECOND_MS } from '../../contract/time.ts'
import type { Draft, DraftKind } from './drafts.ts'
import { ask } from './http.ts'
import type { Options } from './options.ts'
import { type Figures, Times } from './times.ts'
import type { Guest, World } from './world.ts'

/** Rows per request, as in the app. */
const SAMPLE_ROWS = 12
const PAGE_ROWS = 50
const TYPISTS = 4
/** Interval between keystrokes, and the app's debounce. */
const KEYSTROKE_MS = 350
const REST_MS = 250

async function preview(world: World, guest: Guest | undefined, draft: Draft, signal?: AbortSignal) {
  const url = `${world.address}/api/filters/test?limit=${SAMPLE_ROWS}`
  const { status, body } = await ask(url, { token: guest?.token, body: draft, signal })
  const { matchCount } = body as { matchCount?: number }
  return { isDone: status === 200, ...(matchCount !== undefined && { found: matchCount }) }
}

export async function askPreviews(world: World, kinds: readonly DraftKind[], requests: number): Promise<Figures[]> {
  const figures: Figures[] = []
  for (const { name, make } of kinds) {
    const times = new Times()
    await world.cost()
    for (let index = 0; index < requests; index++) await times.time(() => preview(world, world.guests[0], make(index)))
    figures.push(await times.figures(name, world))
  }
  return figures
}

/** Four users type words letter by letter; a keystroke cancels the preview in flight. */
export async function askWhileTyping(world: World, kinds: readonly DraftKind[], words: number): Promise<Figures[]> {
  const times = new Times()
  const drafts = kinds.filter(({ make }) => make(0).keywords)
  await world.cost()
  const typist = async (guest: Guest | undefined, number: number) => {
    for (let word = number; word < words; word += TYPISTS) {
      const draft = drafts[word % drafts.length]?.make(word) ?? { name: 'x' }
      const keywords = (draft.keywords ?? '').replace(/^"/, '').slice(0, SAMPLE_ROWS)
      for (let length = 2; length <= keywords.length; length++) {
        const keystroke = AbortSignal.timeout(KEYSTROKE_MS)
        const typed = {
          ...draft,
          keywords:
            keywords
              .slice(0, length)
              .replace(/["(),*-]/g, ' ')
              .trim() || 'a',
        }
        await times.time(() => preview(world, guest, typed, keystroke)).catch(() => {})
        const next = new Promise((resolve) => keystroke.addEventListener('abort', resolve))
        if (!keystroke.aborted) await next
      }
      await pause(REST_MS)
      await times.time(() => preview(world, guest, { ...draft, keywords: keywords.replace(/["(),*-]/g, ' ').trim() || 'a' }))
    }
  }
  await Promise.all(world.guests.slice(1, 1 + TYPISTS).map(typist))
  return [await times.figures('typing', world)]
}

export async function askExplanations(world: World, kinds: readonly DraftKind[], requests: number): Promise<Figures[]> {
  const figures: Figures[] = []
  for (const { name, make } of kinds) {
    const times = new Times()
    await world.cost()
    for (let index = 0; index < requests; index++) {
      const auctionId = world.auctionIds[(index * 7919) % world.auctionIds.length]
      await times.time(async () => {
        const body = { auctionId, draft: make(index) }
        const { status } = await ask(`${world.address}/api/auctions/explain`, { token: world.guests[0]?.token, body })
        return { isDone: status === 200 }
      })
    }
    figures.push(await times.figures(name, world))
  }
  return figures
}

/** Requests pages at a fixed rate (open loop). Each time is measured from when the request was due. */
export async function askMatches(world: World, { rate, seconds }: Pick<Options, 'rate' | 'seconds'>): Promise<Figures[]> {
  const times = new Times()
  await world.cost()
  const began = performance.now()
  const asked: Promise<void>[] = []
  for (let index = 0; index < rate * seconds; index++) {
    const dueMs = began + (index * SECOND_MS) / rate - performance.now()
    if (dueMs > 1) await pause(dueMs)
    asked.push(times.time(() => page(world, index, 'newest')))
  }
  await Promise.all(asked)
  return [await times.figures('newest first', world)]
}

/** Requests pages in the orders that have to read all matches of a user. */
export async function askSortedMatches(world: World, requests: number): Promise<Figures[]> {
  const figures: Figures[] = []
  for (const sort of ['endingSoon', 'price'] as const) {
    const times = new Times()
    await world.cost()
    for (let index = 0; index < requests; index++) await times.time(() => page(world, index, sort))
    figures.push(await times.figures(`sorted by ${sort}, one after the other`, world))
  }
  return figures
}

async function page(world: World, index: number, sort: MatchSort) {
  const guest = world.guests[(index * 7919) % world.guests.length]
  const { status, body } = await ask(`${world.address}/api/matches?limit=${PAGE_ROWS}&sort=${sort}`, { token: guest?.token })
  const { items } = body as { items?: unknown[] }
  return { isDone: status === 200, ...(items && { found: items.length }) }
}
