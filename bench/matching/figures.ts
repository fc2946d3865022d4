import type { Churn } from './churn.ts'
import type { Answers, Speed } from './engine.ts'
import type { Cost } from './measure.ts'

/** Measurements for one number of filters, with exact words; speeds in microseconds per auction. */
export type SizeFigures = {
  readonly filters: number
  readonly answers: Answers
  readonly build: Cost
  /** Memory right after the build, and after all auctions were matched a few times. */
  readonly bytesBuilt: number
  readonly bytesUsed: number
  readonly speed: Speed
  /** CPU time. */
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
