import { randomUUID } from 'node:crypto'
import type { Random } from '../../bench/matching/random.ts'
import { type Answer, TestUser } from '../support/server.ts'

const RETRY_PAUSE_MS = 50
/** Pause between writes, because the other processes need CPU time too. */
const WRITE_PAUSE_MS = 30
/** One less than the free plan's limit. */
const MAX_FILTERS = 2

export type WriterReport = {
  readonly writes: number
  readonly repeats: number
  /** Missing filters, and filters that should not exist. */
  readonly lost: number
  readonly doubled: number
}

/** Repeats a call with one key until there is a response, like the app; calls `onRepeat` before each repeat. */
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
      // Refused or cut off: it is unknown whether it was written.
    }
    onRepeat()
    await new Promise((proceed) => setTimeout(proceed, RETRY_PAUSE_MS))
  }
}

/**
 * A user who writes through the API continuously, like the app: each write has a key and is repeated until there is a
 * response.
 * @param pauseMs between writes; users have a daily limit of writes (`server/http/limits.ts`)
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
  // Reported when it is awaited.
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
