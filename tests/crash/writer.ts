import { randomUUID } from 'node:crypto'
import type { Random } from '../../bench/matching/random.ts'
import { type Answer, TestUser } from '../support/server.ts'

const RETRY_PAUSE_MS = 50
/** Between writes: the others need the processor too. */
const WRITE_PAUSE_MS = 30
/** What the free plan holds, less one. */
const MAX_FILTERS = 2

export type WriterReport = {
  readonly writes: number
  readonly repeats: number
  /** Filters that should be there and are not; that are there and should not be. */
  readonly lost: number
  readonly doubled: number
}

/** Repeats a call under one key until it is answered, as the app does; `onRepeat` before each repeat. */
export async function callSurely(
  user: TestUser,
  method: string,
  path: string,
  { body, onRepeat = () => {} }: { body?: object; onRepeat?: () => void } = {},
): Promise<Answer> {
  const headers = { 'idempotency-key': randomUUID() }
  for (;;) {
    try {
      const answer = await user.call(method, path, body, headers)
      if (answer.status < 500) return answer
    } catch {
      // Refused, or cut off in the middle: nobody knows whether it was written.
    }
    onRepeat()
    await new Promise((proceed) => setTimeout(proceed, RETRY_PAUSE_MS))
  }
}

/**
 * A user who writes through the API all the while, as the app does: each write has a key, and is repeated until it is answered.
 * @param pauseMs between writes; a user has a limit of writes a day (`server/http/limits.ts`)
 */
export function startWriting(address: string, token: string, random: Random, pauseMs = WRITE_PAUSE_MS) {
  const user = new TestUser(address, token)
  const mine = new Map<string, string>()
  let [writes, repeats, isOver] = [0, 0, false]

  async function write(method: string, path: string, body?: object) {
    const answer = await callSurely(user, method, path, { ...(body ? { body } : {}), onRepeat: () => repeats++ })
    writes++
    return answer
  }

  const writing = (async () => {
    for (let turn = 0; !isOver; turn++) {
      await new Promise((proceed) => setTimeout(proceed, pauseMs))
      const [oldest] = mine
      if (oldest && (mine.size >= MAX_FILTERS || random.chance(0.3))) {
        const { status } = await write('DELETE', `/api/filters/${oldest[1]}`)
        if (status !== 204) throw new Error(`a filter of ours could not be deleted: ${status}`)
        mine.delete(oldest[0])
      } else {
        const name = `turn ${turn}`
        const { status, body } = await write('POST', '/api/filters', { name, keywords: 'nothing has this word' })
        if (status !== 201) throw new Error(`a filter could not be made: ${status} ${JSON.stringify(body)}`)
        mine.set(name, (body as { id: string }).id)
      }
    }
  })()
  // Told when it is waited for.
  writing.catch(() => {})

  return {
    async end(): Promise<WriterReport> {
      isOver = true
      await writing
      const stored = await user.get<{ id: string; name: string }[]>('/api/filters/user')
      const lost = [...mine].filter(([name, id]) => !stored.some((one) => one.id === id && one.name === name)).length
      const doubled = stored.filter(({ id, name }) => mine.get(name) !== id).length
      return { writes, repeats, lost, doubled }
    },
  }
}
