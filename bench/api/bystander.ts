import { setTimeout as pause } from 'node:timers/promises'
import { SECOND_MS } from '../../contract/time.ts'
import type { Draft } from './drafts.ts'
import { ask } from './http.ts'
import { type Figures, Times } from './times.ts'
import type { Guest, World } from './world.ts'

/** Sessions that request expensive previews, and the time between two keystrokes of each. */
export const HOSTILE_SESSIONS = 30
const KEYSTROKE_MS = 350
const BYSTANDER_INTERVAL_MS = 100
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']

/** The most expensive drafts within the limits on keywords. */
const HOSTILE_DRAFTS: readonly ((index: number) => string)[] = [
  (index) => pairs(index).slice(0, 60).join(' '),
  (index) => `(${pairs(index).slice(0, 60).join(',')})`,
  (index) => `"${LETTERS.slice(index % 5, 20).join(' ')}"`,
  (index) => `${'ﷺ '.repeat(12 - (index % 3))}`,
  (index) => `-(${pairs(index).slice(0, 55).join(',')}) a*`,
]

/** Two-letter prefixes, each of which matches thousands of words. */
function pairs(index: number): string[] {
  return LETTERS.flatMap((first, at) => LETTERS.slice((index + at) % 20).map((second) => `${first}${second}*`))
}

/** Measures one user's cheap calls while others type hostile drafts. */
export async function askAsBystander(world: World, seconds: number): Promise<Figures[]> {
  const [bystander, ...others] = world.guests
  const stopping = new AbortController()
  // A newly started server first loads its list of auctions.
  const warmUp = { token: bystander?.token, body: { name: 'x', keywords: 'a*' } }
  await ask(`${world.address}/api/filters/test`, warmUp)
  const typists = others.slice(0, HOSTILE_SESSIONS).map((guest, index) => typeHostile(world, guest, index, stopping.signal))
  await pause(SECOND_MS)
  const times = new Times()
  await world.cost()
  const end = performance.now() + seconds * SECOND_MS
  while (performance.now() < end) {
    const next = pause(BYSTANDER_INTERVAL_MS)
    await times.time(async () => {
      const { status } = await ask(`${world.address}/api/user/me`, { token: bystander?.token })
      return { isDone: status === 200 }
    })
    await next
  }
  const figures = await times.figures(`a bystander beside ${typists.length} hostile sessions`, world)
  stopping.abort()
  const answered = await Promise.all(typists)
  console.error(`… ${answered.reduce((sum, count) => sum + count, 0)} hostile previews were answered`)
  return [figures]
}

async function typeHostile(world: World, guest: Guest, seed: number, stop: AbortSignal): Promise<number> {
  let answered = 0
  for (let index = seed; !stop.aborted; index++) {
    const keystroke = AbortSignal.any([stop, AbortSignal.timeout(KEYSTROKE_MS)])
    const draft: Draft = {
      name: 'x',
      keywords: HOSTILE_DRAFTS[index % HOSTILE_DRAFTS.length]?.(index) ?? '',
      searchIn: 'titleAndDescription',
      wordMatch: 'compounds',
    }
    // Every other preview is awaited; the next keystroke cancels the rest.
    const signal = index % 2 ? keystroke : stop
    const asked = ask(`${world.address}/api/filters/test`, { token: guest.token, body: draft, signal })
    await asked.then(
      ({ status }) => {
        if (status === 200) answered += 1
      },
      () => {},
    )
    if (!keystroke.aborted) await pause(KEYSTROKE_MS, undefined, { signal: stop }).catch(() => {})
  }
  return answered
}
