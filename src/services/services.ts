import type { MessageDescriptor } from '@lingui/core'
import type { ShellRequest } from '../../contract/shell.ts'
import type { Client } from '../api/client.ts'
import type { Identity } from '../identity/identity.ts'
import type { LogOuts } from '../offline/outbox/logOuts.ts'
import type { Change, Outcome } from '../offline/outbox/outbox.ts'
import type { Storage } from '../offline/storage/createStorage.ts'
import { atom, type UserStore, useAtomValue } from '../store/store.ts'

/**
 * The app's external dependencies, for one user's state: once that user has left, `client` and `storage` reject.
 * `main.tsx` provides the real ones, tests their own.
 */
export type Services = {
  client: Client
  storage: Storage
  identity: Identity
  /**
   * Exchanges the provider's token for our session token; undefined if the response has none. `token`: the previous session,
   * which ends if it belongs to the same user.
   */
  exchange(idToken: string, token: string | null): Promise<string | undefined>
  /** Belongs to the browser, not the user: it continues after the log-out. */
  logOuts: LogOuts
  outbox: {
    submit(change: Change): Promise<Outcome>
    retry(id: string): Promise<void>
    discard(id: string): Promise<void>
    /** Sends the queued changes. */
    drain(): Promise<void>
  }
  translate(text: MessageDescriptor): string
  now(): number
  /** Notifies other tabs that storage has changed. Carries no data; they read it again. */
  notifyTabs(): void
  /** Drops this user's state and returns the next one's, see `Store.replace`. */
  replaceUser(begin: (fresh: UserStore) => void): UserStore
  /** Starts what depends on a new session: loads the quota and the subscriptions. */
  afterEntry(): void
  /** Sends a request to the mobile shell; null in a browser. */
  askShell: ((request: ShellRequest) => void) | null
}

const missing = new Proxy({} as Services, {
  get(_, name) {
    throw new Error(`Service "${String(name)}" was used before it was set.`)
  },
})

export const servicesAtom = atom<Services>(missing)

/** The services of the current user. */
export const useServices = (): Services => useAtomValue(servicesAtom)
