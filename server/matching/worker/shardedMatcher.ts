import { hashOf } from '../hashing.ts'
import type { FilterChange, MatchResult } from './messages.ts'
import type { WorkerMatcher } from './workerMatcher.ts'

/**
 * Several matchers as one. Each has a share of the filters by id and gets every auction, so that several cores search many
 * filters. It is dead as soon as one of them is.
 * @param start starts an empty matcher
 */
export function createShardedMatcher(count: number, start: () => WorkerMatcher): WorkerMatcher {
  const shards = Array.from({ length: count }, start)
  let death: Error | undefined

  const close = async () => {
    await Promise.all(shards.map((shard) => shard.close()))
  }

  return {
    async run(changes, auctions) {
      if (death) throw death
      const parts: FilterChange[][] = shards.map(() => [])
      for (const change of changes) {
        const id = change.kind === 'add' ? change.filter.id : change.filterId
        parts[(hashOf(id) >>> 0) % count]?.push(change)
      }
      try {
        return merge(await Promise.all(shards.map((shard, index) => shard.run(parts[index] ?? [], auctions))))
      } catch (error) {
        death ??= error instanceof Error ? error : new Error(String(error))
        await close()
        throw error
      }
    },
    setConverterData(data) {
      for (const shard of shards) shard.setConverterData(data)
    },
    close,
  }
}

function merge(results: readonly MatchResult[]): MatchResult {
  const [first] = results
  if (first && results.length === 1) return first
  return {
    matches: first?.matches.map((_, auction) => results.flatMap(({ matches }) => matches[auction] ?? [])) ?? [],
    size: results.reduce((sum, { size }) => sum + size, 0),
    endWindows: [...new Set(results.flatMap(({ endWindows }) => endWindows))].sort((a, b) => a - b),
  }
}
