/** A deterministic generator. */
export type Random = {
  /** In [0, 1). */
  next(): number
  /** Integer in [low, high], both inclusive. */
  int(low: number, high: number): number
  /** True with probability `share`. */
  chance(share: number): boolean
  pick<T>(list: readonly T[]): T
  /** One of the values, with a probability proportional to its weight. */
  weighted<T>(choices: readonly (readonly [weight: number, value: T])[]): T
}

/** The same arguments give the same sequence on every machine. */
export function randomOf(...parts: readonly (string | number)[]): Random {
  const next = mulberry32(fnv1a(parts.join('/')))
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    int,
    chance: (share) => next() < share,
    pick(list) {
      const value = list[int(0, list.length - 1)]
      if (value === undefined) throw new RangeError('nothing to pick from')
      return value
    },
    weighted(choices) {
      let rest = next() * choices.reduce((sum, [weight]) => sum + weight, 0)
      for (const [weight, value] of choices) {
        rest -= weight
        if (rest < 0) return value
      }
      throw new RangeError('nothing to choose from')
    },
  }
}

/** FNV-1a, 32 bits, with a final mix so that neighbouring numbers give unrelated seeds. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}

function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
}
