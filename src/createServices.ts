/** The real services of the app. Those that the first paint does not need load at first use: calls, parsers, outbox, identity. */

import type { I18n } from '@lingui/core'
import type { Client } from './api/client.ts'
import { createLazyIdentity } from './identity/lazy.ts'
import { outboxEntriesAtom } from './offline/outbox/entries.ts'
import type { LogOuts } from './offline/outbox/logOuts.ts'
import { lazyStorage } from './offline/storage/lazyStorage.ts'
import type { Services } from './services/services.ts'
import { clientUntil, storageUntil } from './services/untilLeft.ts'
import { sessionAtom } from './session/session.ts'
import { renewTokenAtom } from './session/signIn.ts'
import { askShell, isInShell } from './shell/shell.ts'
import type { Store, UserStore } from './store/store.ts'

type World = { i18n: I18n; channel: BroadcastChannel }

/** Creates the services of each user's state. The identity provider is shared, because it belongs to the browser. */
export function createServices({ i18n, channel }: World) {
  const openCalls: Client = async (name, input) => (await import('./api/call.ts')).call(name, input)
  const logOuts = createLazyLogOuts()
  const identity = createLazyIdentity(() => openCalls('readConfig', {}))
  return (user: UserStore, left: AbortSignal, store: Store): Services => ({
    ...createUserServices(user, left),
    identity,
    logOuts,
    exchange: async (idToken, token) => (await import('./session/exchange.ts')).exchangeToken(idToken, token),
    translate: (text) => i18n._(text),
    now: Date.now,
    notifyTabs: () => channel.postMessage('changed'),
    replaceUser: (begin) => store.replace(begin),
    afterEntry: () => void startAfterEntry(user),
    askShell: isInShell() ? askShell : null,
  })
}

/** Belongs to the browser, not a user: it ends sessions of users who have logged out. */
function createLazyLogOuts(): LogOuts {
  const load = once(async () => {
    const [{ createLogOuts }, { call }] = await Promise.all([import('./offline/outbox/logOuts.ts'), import('./api/call.ts')])
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

function createUserServices(store: UserStore, left: AbortSignal): Pick<Services, 'client' | 'storage' | 'outbox'> {
  const storage = storageUntil(left, lazyStorage)
  const session = {
    token: () => store.get(sessionAtom).token,
    renew: (refused: string | null) => store.set(renewTokenAtom, refused),
  }
  const loadClient = once(async () => (await import('./api/client.ts')).createClient(session))
  const client = clientUntil(left, async (name, input, options) => (await loadClient())(name, input, options))
  const loadOutbox = once(async () => {
    const [{ createOutbox }, { takeConfirmedAtom }] = await Promise.all([
      import('./offline/outbox/outbox.ts'),
      import('./session/outboxResults.ts'),
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

async function startAfterEntry(user: UserStore): Promise<void> {
  try {
    user.set((await import('./afterEntry.ts')).afterEntryAtom)
  } catch (error) {
    // Screens that show the quota or the plan load them again.
    console.warn('The plan could not be loaded.', error)
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
