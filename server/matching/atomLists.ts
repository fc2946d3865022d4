import { type Atom, NO_ATOM } from './sightings.ts'

/** A list of atoms: 0 is the empty one, an atom stands for the list of itself, below zero is the number of a longer one. */
export type AtomList = number

/** Lists of atoms, nearly all of them of one atom or none, which take no room of their own. */
export class AtomLists {
  private readonly longer: Atom[][] = [[]]
  private readonly free: number[] = []

  /** The atoms of a list of several: of one whose number is below zero. */
  several(list: AtomList): readonly Atom[] {
    return this.longer[-list] as Atom[]
  }

  with(list: AtomList, atom: Atom): AtomList {
    if (list === NO_ATOM) return atom
    if (list < 0) {
      this.longer[-list]?.push(atom)
      return list
    }
    const number = this.free.pop() ?? this.longer.length
    this.longer[number] = [list, atom]
    return -number
  }

  /** The list without this atom, which is in it. */
  without(list: AtomList, atom: Atom): AtomList {
    if (list >= 0) return NO_ATOM
    const atoms = this.longer[-list] as Atom[]
    atoms.splice(atoms.indexOf(atom), 1)
    const [last] = atoms
    if (last === undefined || atoms.length > 1) return list
    this.free.push(-list)
    return last
  }
}
