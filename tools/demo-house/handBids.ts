import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import * as z from 'zod/mini'
import type { HandBids } from './book.ts'

const Entry = z.object({ lot: z.int().check(z.minimum(0)), at: z.int().check(z.minimum(0)) })

/** Manual bids, one JSON line each, append-only. Without a file they are kept in memory only. */
export class HandBidLog implements HandBids {
  readonly #byLot = new Map<number, number[]>()
  readonly #file: string | undefined

  /** @throws the file system's error when the file cannot be read or its folder cannot be created */
  constructor(file: string | undefined) {
    this.#file = file
    if (file === undefined) return
    mkdirSync(dirname(file), { recursive: true })
    const lines = readLines(file)
    for (const line of lines) {
      const entry = parseEntry(line)
      if (entry !== undefined) this.#insert(entry.lot, entry.at)
    }
    // A line truncated by a crash must not swallow the next one.
    if (lines.at(-1) !== '') appendFileSync(file, '\n')
  }

  /** Synchronous on purpose: an answered bid is on disk, and manual bids are rare. */
  add(lot: number, at: number): void {
    if (this.#file !== undefined) appendFileSync(this.#file, `${JSON.stringify({ lot, at })}\n`)
    this.#insert(lot, at)
  }

  of(number: number): readonly number[] {
    return this.#byLot.get(number) ?? []
  }

  get numbers(): Iterable<number> {
    return this.#byLot.keys()
  }

  #insert(lot: number, at: number): void {
    const times = this.#byLot.get(lot) ?? []
    times.push(at)
    times.sort((a, b) => a - b)
    this.#byLot.set(lot, times)
  }
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ['']
    throw error
  }
}

/** A line truncated by a crash is skipped: it was never answered. */
function parseEntry(line: string): z.infer<typeof Entry> | undefined {
  try {
    return Entry.safeParse(JSON.parse(line)).data
  } catch {
    return undefined
  }
}
