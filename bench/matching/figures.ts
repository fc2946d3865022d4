import type { Churn } from './churn.ts'
import type { Answers, Speed } from './engine.ts'
import type { Cost } from './measure.ts'

/** What was measured with so many filters, exact words; speeds in microseconds an auction. */
export type SizeFigures = {
  readonly filters: number
  readonly answers: Answers
  readonly build: Cost
  /** Right after the build, and when all auctions were matched a few times. */
  readonly bytesBuilt: number
  readonly bytesUsed: number
  readonly speed: Speed
  /** CPU. */
  readonly tokenising: number
  readonly naive: { readonly cpu: number; readonly auctions: number; readonly pairs: number }
}

/** The engine with another `wordMatch`. */
export type WordMatchFigures = {
  readonly filters: number
  readonly wordMatch: 'forms' | 'compounds'
  readonly answers: Answers
  readonly build: Cost
  readonly bytesUsed: number
  readonly speed: Speed
  readonly timesExact: number
}

export type ChurnFigures = Churn & { readonly filters: number; readonly before: Speed }

export type Figures = {
  readonly auctions: number
  readonly sizes: SizeFigures[]
  readonly wordMatches: WordMatchFigures[]
  churn?: ChurnFigures
}
