import { atom } from './store.ts'

type InFlight = <T>(key: string, work: () => Promise<T>) => Promise<T>

/** Work in flight, by key: concurrent callers share one promise. Each store has its own. */
export const inFlightAtom = atom((): InFlight => {
  const running = new Map<string, Promise<unknown>>()
  return <T>(key: string, work: () => Promise<T>) => {
    const started = (running.get(key) as Promise<T> | undefined) ?? work().finally(() => running.delete(key))
    running.set(key, started)
    return started
  }
})
