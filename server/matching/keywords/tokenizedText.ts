import { type Token, tokenizeWithPlaces } from '../../../contract/tokens.ts'

/**
 * A tokenized text for finding words. Each token can be read as a whole, or as its two parts if it has any. Positions count half
 * tokens: token i lies between positions 2i and 2i + 2, and its parts meet at 2i + 1. Any walk along edges is one way to read
 * the text; consecutive edges are adjacent.
 */
export type TokenizedText = {
  /** Whole tokens, in order. */
  readonly tokens: readonly Edge[]
  /** Whole tokens and parts, by position. */
  readonly edges: readonly Edge[]
  /** The edges that begin at a position. */
  edgesAt(position: number): readonly Edge[]
}

/** `start` and `end`: UTF-16 code units of the original text. */
export type Edge = {
  readonly text: string
  readonly from: number
  readonly to: number
  readonly start: number
  readonly end: number
}

export function tokenizeText(text: string): TokenizedText {
  const tokens: Edge[] = []
  const edges: Edge[] = []
  const byPosition: Edge[][] = []
  const add = ({ text, start, end }: Token, from: number, to: number): Edge => {
    const edge = { text, from, to, start, end }
    edges.push(edge)
    byPosition[from] = [...(byPosition[from] ?? []), edge]
    return edge
  }
  for (const [index, token] of tokenizeWithPlaces(text).entries()) {
    const from = 2 * index
    tokens.push(add(token, from, from + 2))
    if (token.parts) {
      add(token.parts[0], from, from + 1)
      add(token.parts[1], from + 1, from + 2)
    }
  }
  return { tokens, edges, edgesAt: (position) => byPosition[position] ?? [] }
}

/** Whether an edge is a whole token or the second part of one. */
export function endsToken(edge: Edge): boolean {
  return edge.to % 2 === 0
}
