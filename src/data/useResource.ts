import { useAtomValue, useSetAtom } from '../store/store.ts'
import type { createResource, Resource } from './resource.ts'
import { useAccount, useFresh } from './useFresh.ts'

type Held<T> = Pick<ReturnType<typeof createResource<T>>, 'atom' | 'load' | 'topic'>

/** A resource for a screen: the loaded value at once, kept up to date by {@link useFresh}. `retry` is for the error's button. */
export function useResource<T>({ atom, load, topic }: Held<T>, { isOpen = false } = {}): Resource<T> & { retry(): void } {
  const held = useAtomValue(atom)
  const read = useSetAtom(load)
  const isReady = useAccount() !== undefined || isOpen
  useFresh({ ...held, load: read, isReady, isLoadedOnOpen: true, topic })
  return { ...held, retry: () => void read() }
}
