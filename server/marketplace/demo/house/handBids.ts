import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import * as z from 'zod/mini'
import type { HandBids } from './book.ts'

const Entry = z.object({ lot: z.int().check(z.minimum(0)), at: z.int().check(z.minimum(0)) })

/** Bids made by hand, one JSON line each, appended and never rewritten; without a file they live as long as the process. */
export class HandBidLog implements HandBids {
  readonly #byLot = new Map<number, number[]>()
  readonly #file: string | undefined

  /** @throws the file system's error when the file is there and cannot be read, or its folder cannot be made. */
  constructor(file: string | undefined) {
    this.#file = file
    if (file === undefined) return
    mkdirSync(dirname(file), { recursive: true })
    const lines = readLines(file)
    for (const line of lines) {
      const entry = parseEntry(line)
      if (entry !== undefined) this.#insert(entry.lot, entry.at)
    }
    // A line that a crash cut short must not swallow the next one.
    if (lines.at(-1) !== '') appendFileSync(file, '\n')
  }

  /** Synchronous on purpose: an answered bid is on disk, and bids come at the pace of a person. */
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

/** A line cut short by a crash is skipped: it was never answered. */
function parseEntry(line: string): z.infer<typeof Entry> | undefined {
  try {
    return Entry.safeParse(JSON.parse(line)).data
  } catch {
    return undefined
  }
}
