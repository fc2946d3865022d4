/** A binary heap: `pop` returns the first item by `compare`. */
export class Heap<Item> {
  readonly #items: Item[] = []
  readonly #compare: (a: Item, b: Item) => number

  constructor(compare: (a: Item, b: Item) => number) {
    this.#compare = compare
  }

  push(item: Item): void {
    const items = this.#items
    let at = items.length
    items.push(item)
    while (at > 0) {
      const parent = (at - 1) >> 1
      const above = items[parent] as Item
      if (this.#compare(above, item) <= 0) break
      items[at] = above
      at = parent
    }
    items[at] = item
  }

  pop(): Item | undefined {
    const items = this.#items
    const first = items[0]
    const last = items.pop()
    if (last === undefined || items.length === 0) return first
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= items.length) break
      if (child + 1 < items.length && this.#compare(items[child + 1] as Item, items[child] as Item) < 0) child++
      if (this.#compare(items[child] as Item, last) >= 0) break
      items[at] = items[child] as Item
      at = child
    }
    items[at] = last
    return first
  }
}
