/** The real services of the app. Those that the first paint does not need load at first use: calls, parsers, outbox, identity. */

import type { I18n } from '@lingui/core'
import type { Client } from './api/client.ts'
import { createLazyIdentity } from './identity/lazy.ts'
import { askShell, isInShell } from './shell/shell.ts'
import { outboxEntriesAtom } from './state/outbox.ts'
import { clientUntil, storageUntil } from './state/person.ts'
import type { LogOuts, Services } from './state/services.ts'
import { sessionAtom } from './state/session/session.ts'
import { renewTokenAtom } from './state/session/signIn.ts'
import type { PersonStore, Store } from './state/store.ts'
import { lazyStorage } from './storage/lazyStorage.ts'

type World = { i18n: I18n; channel: BroadcastChannel }

/** Creates the services of each user's state. The identity provider is shared, because it belongs to the browser. */
export function createServices({ i18n, channel }: World) {
  const openCalls: Client = async (name, input) => (await import('./api/call.ts')).call(name, input)
  const logOuts = createLazyLogOuts()
  const identity = createLazyIdentity(() => openCalls('readConfig', {}))
  return (person: PersonStore, left: AbortSignal, store: Store): Services => ({
    ...createPersonServices(person, left),
    identity,
    logOuts,
    exchange: async (idToken, token) => (await import('./api/exchange.ts')).exchangeToken(idToken, token),
    translate: (text) => i18n._(text),
    now: Date.now,
    tellTabs: () => channel.postMessage('changed'),
    replacePerson: (begin) => store.replace(begin),
    askShell: isInShell() ? askShell : null,
  })
}

/** Belongs to the browser, not a user: it ends sessions of users who have logged out. */
function createLazyLogOuts(): LogOuts {
  const load = once(async () => {
    const [{ createLogOuts }, { call }] = await Promise.all([import('./outbox/logOuts.ts'), import('./api/call.ts')])
    return createLogOuts({
      storage: lazyStorage,
      endSession: (token) => call('endSession', {}, { token }),
      now: Date.now,
    })
  })
  return {
    keep: async (token) => (await load()).keep(token),
    send: async () => (await load()).send(),
  }
}

function createPersonServices(store: PersonStore, left: AbortSignal): Pick<Services, 'client' | 'storage' | 'outbox'> {
  const storage = storageUntil(left, lazyStorage)
  const session = {
    token: () => store.get(sessionAtom).token,
    renew: (refused: string | null) => store.set(renewTokenAtom, refused),
  }
  const loadClient = once(async () => (await import('./api/client.ts')).createClient(session))
  const client = clientUntil(left, async (name, input, options) => (await loadClient())(name, input, options))
  const loadOutbox = once(async () => {
    const [{ createOutbox }, { takeConfirmedAtom }] = await Promise.all([
      import('./outbox/outbox.ts'),
      import('./state/outboxResults.ts'),
    ])
    return createOutbox({
      storage,
      client,
      now: Date.now,
      onChange: (entries) => store.set(outboxEntriesAtom, entries),
      onDone: (entry, answer) => store.set(takeConfirmedAtom, entry, answer),
    })
  })
  return {
    client,
    storage,
    outbox: {
      submit: async (change) => (await loadOutbox()).submit(change),
      retry: async (id) => (await loadOutbox()).retry(id),
      discard: async (id) => (await loadOutbox()).discard(id),
      drain: async () => (await loadOutbox()).drain(),
    },
  }
}

/** Loads once. A failed load is retried at the next call. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
}
