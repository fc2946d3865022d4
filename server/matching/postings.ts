import type { Atom } from './atoms.ts'

/** Something that is filed under atoms; `places[i]` is its place in the list of `anchors[i]`. */
export type Filed = { readonly anchors: readonly Atom[]; readonly places: number[] }

const NONE: readonly never[] = []

/** Which entries are filed under each atom. Adding and removing take the same time however long a list is. */
export class Postings<Entry extends Filed> {
  /** How many entries are filed. */
  size = 0
  private readonly lists: (Entry[] | undefined)[] = []

  under(atom: Atom): readonly Entry[] {
    return this.lists[atom] ?? NONE
  }

  add(entry: Entry): void {
    for (const [index, atom] of entry.anchors.entries()) {
      const list = this.lists[atom] ?? []
      this.lists[atom] = list
      entry.places[index] = list.length
      list.push(entry)
    }
    this.size++
  }

  remove(entry: Entry): void {
    for (const [index, atom] of entry.anchors.entries()) {
      const list = this.lists[atom]
      const last = list?.pop()
      const place = entry.places[index]
      if (!list || !last || last === entry || place === undefined) continue
      list[place] = last
      last.places[last.anchors.indexOf(atom)] = place
    }
    this.size--
  }
}
