import type { Atom } from './atoms.ts'
import type { AtomTest } from './atomTests.ts'

/** Atoms of which every matching auction has at least one, and how many auctions that are expected to have one. */
export type Anchor = { readonly atoms: readonly Atom[]; readonly share: number }

/**
 * The rarest anchor of a condition: of a conjunction that of its best part, of a disjunction those of all its parts
 * together. Undefined where a condition holds without any atom.
 */
export function anchorOf(test: AtomTest, shareOf: (atom: Atom) => number): Anchor | undefined {
  switch (test.kind) {
    case 'atoms':
      return { atoms: test.atoms, share: test.atoms.reduce((sum, atom) => sum + shareOf(atom), 0) }
    case 'placed':
      return anchorOf(test.needs, shareOf)
    case 'all':
      return rarestAnchor(test.of, shareOf)
    case 'any': {
      const anchors = test.of.map((inner) => anchorOf(inner, shareOf))
      const complete = anchors.filter((anchor) => anchor !== undefined)
      if (complete.length < anchors.length) return undefined
      return {
        atoms: [...new Set(complete.flatMap(({ atoms }) => atoms))],
        share: complete.reduce((sum, { share }) => sum + share, 0),
      }
    }
  }
}

/** The rarest anchor among conditions that must all hold. */
export function rarestAnchor(tests: readonly AtomTest[], shareOf: (atom: Atom) => number): Anchor | undefined {
  let rarest: Anchor | undefined
  for (const test of tests) {
    const anchor = anchorOf(test, shareOf)
    if (anchor && (!rarest || anchor.share < rarest.share)) rarest = anchor
  }
  return rarest
}
