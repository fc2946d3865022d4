import { useEffect, useState } from 'react'
import { type Atom, atom, useAtomValue } from '../store/store.ts'

/** Data that changes on the server by itself, or by a change to other data. */
export type Topic = 'filters' | 'devices' | 'deliveries'

const changes = { filters: atom(0), devices: atom(0), deliveries: atom(0) } satisfies Record<Topic, Atom<number>>

/** The number of changes so far; subscribe to it to hear of the next one. */
export const changesOf = (topic: Topic): Atom<number> => changes[topic]

/** Says that data has changed on the server: whoever shows it loads it again. */
export const invalidateAtom = atom(null, (get, set, topic: Topic) => set(changes[topic], get(changes[topic]) + 1))

const never = atom(0)

/** Calls `reload` with every change of a topic while the component is mounted. */
export function useReloadWith(topic: Topic | undefined, reload: () => unknown): void {
  const count = useAtomValue(topic ? changes[topic] : never)
  const [seen, setSeen] = useState(count)
  useEffect(() => {
    if (count === seen) return
    setSeen(count)
    void reload()
  }, [count, seen, reload])
}
