/** The one door to jotai. */
import { type Atom, atom, createStore, Provider, useAtomValue, useSetAtom, useStore } from 'jotai'

export type Store = ReturnType<typeof createStore>
export type { Atom }
export { atom, createStore, Provider as StoreProvider, useAtomValue as useValue, useSetAtom as useAction, useStore }
