import type { MessageDescriptor } from '@lingui/core'
import type { ShellRequest } from '../../contract/shell.ts'
import type { Client } from '../api/client.ts'
import type { Identity } from '../identity/identity.ts'
import type { Storage } from '../storage/createStorage.ts'
import type { OutboxEntry } from '../storage/records.ts'
import { atom, type PersonStore } from './store.ts'

/** A change to be sent, before it is queued. */
export type Change = Pick<OutboxEntry, 'call' | 'subject' | 'label' | 'body' | 'version'>

/** What became of a change. `waiting`: kept on the device until the server can be reached. */
export type Outcome =
  | { kind: 'done'; answer: unknown }
  | { kind: 'waiting' }
  | { kind: 'conflict'; current: unknown }
  | { kind: 'rejected'; error: unknown }

/** Sessions that have to end on the server although their person has left this device. */
export type LogOuts = {
  /** Keeps a session's token until the server has ended that session. */
  keep(token: string): Promise<void>
  /** Ends on the server what is kept. Resolves after one try; what fails is tried again later. Never rejects. */
  send(): Promise<void>
}

/**
 * Where the app ends and the world begins, for one person's state: when that person has left, `client` and `storage`
 * refuse. Tests put their own here; `main.tsx` puts the real ones.
 */
export type Services = {
  client: Client
  storage: Storage
  identity: Identity
  /**
   * Our session token for the provider's; undefined when the server's answer holds none. `token`: the session so far,
   * which ends if it is the same user's.
   */
  exchange(idToken: string, token: string | null): Promise<string | undefined>
  /** The browser's, not the person's: it goes on for those who have left. */
  logOuts: LogOuts
  outbox: {
    submit(change: Change): Promise<Outcome>
    retry(id: string): Promise<void>
    discard(id: string): Promise<void>
    /** Sends what waits. */
    drain(): Promise<void>
  }
  translate(text: MessageDescriptor): string
  now(): number
  /** Tells the other tabs that something stored has changed. Carries no data: they read again. */
  tellTabs(): void
  /** Drops this person's state and answers the next one's, see `Store.replace`. */
  replacePerson(begin: (fresh: PersonStore) => void): PersonStore
  /** Asks the mobile shell; null in a browser. */
  askShell: ((request: ShellRequest) => void) | null
}

const missing = new Proxy({} as Services, {
  get(_, name) {
    throw new Error(`Edge "${String(name)}" was used before it was set.`)
  },
})

export const servicesAtom = atom<Services>(missing)
