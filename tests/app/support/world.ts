import type { CallName } from '../../../contract/calls.ts'
import type { ShellRequest } from '../../../contract/shell.ts'
import { afterEntryAtom } from '../../../src/afterEntry.ts'
import type { AnyInput, CallOptions } from '../../../src/api/call.ts'
import type { Client } from '../../../src/api/client.ts'
import { ApiError } from '../../../src/api/errors.ts'
import type { Identity, SignIn } from '../../../src/identity/identity.ts'
import { outboxEntriesAtom } from '../../../src/offline/outbox/entries.ts'
import { createLogOuts } from '../../../src/offline/outbox/logOuts.ts'
import { createOutbox } from '../../../src/offline/outbox/outbox.ts'
import type { Records } from '../../../src/offline/storage/records.ts'
import { type Services, servicesAtom } from '../../../src/services/services.ts'
import { clientUntil, storageUntil } from '../../../src/services/untilLeft.ts'
import { takeConfirmedAtom } from '../../../src/session/outboxResults.ts'
import { createStore, type UserStore } from '../../../src/store/store.ts'
import { NOW, stats, user } from './fixtures.ts'
import { createMemoryStorage } from './memoryStorage.ts'

export type Call = { name: CallName; input: AnyInput; options: CallOptions }
type Answer = (call: Call) => unknown

/** The app's state with only its services faked. `answers` are the server's handlers; an `ApiError` thrown there is a refusal. */
export function createWorld(stored: Partial<Records> = {}) {
  const storage = createMemoryStorage(stored)
  const calls: Call[] = []
  const shellRequests: ShellRequest[] = []
  const answers: Partial<Record<CallName, Answer>> = {
    readUser: () => user(1, true),
    readStats: () => stats,
    endSession: () => undefined,
  }
  const world = {
    storage,
    calls,
    shellRequests,
    answers,
    now: NOW,
    notifiedTabs: 0,
    identity: {
      guest: async () => 'guest-id-token',
      google: async (): Promise<SignIn> => ({ kind: 'signedIn', idToken: 'google-id-token' }),
      email: async (): Promise<SignIn> => ({ kind: 'signedIn', idToken: 'email-id-token' }),
      resetPassword: async () => 'sent',
      idToken: async () => 'fresh-id-token',
      signOut: async () => undefined,
    } as Identity,
    exchange: async (idToken: string, _token: string | null): Promise<string | undefined> => `session-of-${idToken}`,
    namesOfCalls: () => calls.map(({ name }) => name),
  }
  const client = (async (name: CallName, input: AnyInput, options: CallOptions = {}) => {
    const call = { name, input, options }
    calls.push(call)
    const answer = answers[name]
    if (!answer) throw new ApiError('offline')
    return answer(call)
  }) as Client
  const outboxOf = (person: UserStore, ends: Pick<Services, 'client' | 'storage'>) =>
    createOutbox({
      ...ends,
      now: () => world.now,
      onChange: (entries) => person.set(outboxEntriesAtom, entries),
      onDone: (entry, answer) => person.set(takeConfirmedAtom, entry, answer),
    })
  const shared: Omit<Services, 'client' | 'storage' | 'outbox' | 'replaceUser' | 'afterEntry'> = {
    identity: new Proxy({} as Identity, { get: (_, name) => world.identity[name as keyof Identity] }),
    exchange: (idToken, token) => world.exchange(idToken, token),
    logOuts: createLogOuts({ storage, endSession: (token) => client('endSession', {}, { token }), now: () => world.now }),
    translate: (text) => text.message ?? text.id,
    now: () => world.now,
    notifyTabs: () => {
      world.notifiedTabs += 1
    },
    askShell: null,
  }
  const store = createStore((person, left, whole) => {
    const ends = { client: clientUntil(left, client), storage: storageUntil(left, storage) }
    const outbox = outboxOf(person, ends)
    person.set(servicesAtom, {
      ...shared,
      ...ends,
      outbox,
      replaceUser: (begin) => whole.replace(begin),
      afterEntry: () => person.set(afterEntryAtom),
    })
  })
  const services = store.get(servicesAtom)
  return { ...world, store, world: Object.assign(world, { store }), outbox: services.outbox, client, services }
}
