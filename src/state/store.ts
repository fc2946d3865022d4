/** The one door to jotai. */
import { type Atom, atom, createStore as createJotaiStore, Provider, useAtomValue, useSetAtom, useStore } from 'jotai'

/** The state of one person in this page. */
export type PersonStore = ReturnType<typeof createJotaiStore>

/** The page's state, whoever it belongs to at the moment: what is read, written and listened to is the current person's. */
export type Store = PersonStore & {
  /** The current person's state, for React's provider. */
  current(): PersonStore
  /** Calls back when another person's state has taken the place of the last one's. Returns the function that stops it. */
  onReplaced(listener: () => void): () => void
  /**
   * Puts empty state in the place of the current one; only what {@link browserAtom} holds stays. `begin` fills it before
   * anyone hears of it. Work that the last person began goes on in the state that is dropped: its answers reach nobody.
   */
  replace(begin?: (fresh: PersonStore) => void): PersonStore
}

const browserAtoms = new Set<ReturnType<typeof atom<unknown>>>()

/** An atom whose value belongs to the browser and not to the person: it outlives a log-out and a change of account. */
export function browserAtom<Value>(initial: Value) {
  const held = atom(initial)
  // The set never reads a value: an atom that can be written is invariant in its type, and fits no common one.
  browserAtoms.add(held as unknown as ReturnType<typeof atom<unknown>>)
  return held
}

/**
 * `prepare` gives each person's state what it works with. Its signal aborts when that person has left: nothing may be
 * sent or stored in their name from then on.
 */
export function createStore(prepare: (fresh: PersonStore, left: AbortSignal, store: Store) => void = () => undefined): Store {
  let current = createJotaiStore()
  let leaving = new AbortController()
  const listeners = new Set<() => void>()
  const subscriptions = new Set<{ atom: Atom<unknown>; listener: () => void; stop: () => void }>()

  const store: Store = {
    get: (read) => current.get(read),
    set: (written, ...args) => current.set(written, ...args),
    sub(atom, listener) {
      const subscription = { atom, listener, stop: current.sub(atom, listener) }
      subscriptions.add(subscription)
      return () => {
        subscription.stop()
        subscriptions.delete(subscription)
      }
    },
    current: () => current,
    onReplaced(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    replace(begin) {
      const last = current
      leaving.abort()
      leaving = new AbortController()
      current = createJotaiStore()
      for (const held of browserAtoms) current.set(held, last.get(held))
      prepare(current, leaving.signal, store)
      begin?.(current)
      for (const subscription of subscriptions) {
        subscription.stop()
        subscription.stop = current.sub(subscription.atom, subscription.listener)
      }
      for (const { listener } of [...subscriptions]) listener()
      for (const listener of [...listeners]) listener()
      return current
    },
  }
  prepare(current, leaving.signal, store)
  return store
}

export type { Atom }
export { atom, Provider as StoreProvider, useAtomValue, useSetAtom, useStore }
