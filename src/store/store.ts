/** The only module that imports jotai. */
import {
  type Atom,
  atom,
  createStore as createJotaiStore,
  type Getter,
  Provider,
  type Setter,
  useAtomValue,
  useSetAtom,
  useStore,
} from 'jotai'

/** The state of one user in this page. */
export type UserStore = ReturnType<typeof createJotaiStore>

/** The page's state. Reads, writes and subscriptions always apply to the current user's. */
export type Store = UserStore & {
  /** The current user's state, for React's provider. */
  current(): UserStore
  /** Calls back when the state was replaced by another user's. Returns a function that stops it. */
  onReplaced(listener: () => void): () => void
  /**
   * Replaces the current state with empty state; only {@link browserAtom} values stay. `begin` fills it before listeners are
   * called. Work that the previous user started continues on the dropped state, without effect.
   */
  replace(begin?: (fresh: UserStore) => void): UserStore
}

const browserAtoms = new Set<ReturnType<typeof atom<unknown>>>()

/** An atom whose value belongs to the browser, not the user: it survives a log-out and a change of account. */
export function browserAtom<Value>(initial: Value) {
  const held = atom(initial)
  // Safe, because the set never reads values. Writable atoms are invariant in their type and have no common supertype.
  browserAtoms.add(held as unknown as ReturnType<typeof atom<unknown>>)
  return held
}

/**
 * `prepare` sets up each user's state. Its signal aborts when that user leaves: from then on nothing may be sent or stored
 * in their name.
 */
export function createStore(prepare: (fresh: UserStore, left: AbortSignal, store: Store) => void = () => undefined): Store {
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

export type { Atom, Getter, Setter }
export { atom, Provider as StoreProvider, useAtomValue, useSetAtom, useStore }
