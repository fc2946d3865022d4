import type { MessageDescriptor } from '@lingui/core'
import type { ShellRequest } from '../../contract/shell.ts'
import type { Client } from '../api/client.ts'
import type { Identity } from '../identity/identity.ts'
import type { Storage } from '../storage/createStorage.ts'
import type { OutboxEntry } from '../storage/records.ts'
import { atom, type PersonStore } from './store.ts'

/** A change to be sent, before it is queued. */
export type Change = Pick<OutboxEntry, 'call' | 'subject' | 'label' | 'body' | 'version'>

/** The outcome of a change. `waiting`: kept on the device until the server can be reached. */
export type Outcome =
  | { kind: 'done'; answer: unknown }
  | { kind: 'waiting' }
  | { kind: 'conflict'; current: unknown }
  | { kind: 'rejected'; error: unknown }

/** Sessions whose user has logged out here but that the server has yet to end. */
export type LogOuts = {
  /** Keeps a token until the server has ended its session. */
  keep(token: string): Promise<void>
  /** Asks the server to end these sessions. Resolves after one attempt; failures are retried later. Never rejects. */
  send(): Promise<void>
}

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
  tellTabs(): void
  /** Drops this user's state and returns the next one's, see `Store.replace`. */
  replacePerson(begin: (fresh: PersonStore) => void): PersonStore
  /** Sends a request to the mobile shell; null in a browser. */
  askShell: ((request: ShellRequest) => void) | null
}

const missing = new Proxy({} as Services, {
  get(_, name) {
    throw new Error(`Edge "${String(name)}" was used before it was set.`)
  },
})

export const servicesAtom = atom<Services>(missing)
