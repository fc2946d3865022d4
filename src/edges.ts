/** The real edges of the app. What the first paint does not need loads with its first use: calls, parsers, outbox, identity. */
import type { I18n } from '@lingui/core'
import type { Client } from './api/client.ts'
import { createLazyIdentity } from './identity/lazy.ts'
import { askShell, isInShell } from './shell/shell.ts'
import type { Edges } from './state/edges.ts'
import { outboxEntriesAtom } from './state/outbox.ts'
import { sessionAtom } from './state/session/session.ts'
import { renewTokenAtom } from './state/session/signIn.ts'
import type { Store } from './state/store.ts'
import { lazyStorage as storage } from './storage/lazyStorage.ts'

type World = { store: Store; i18n: I18n; channel: BroadcastChannel }

export function createEdges({ store, i18n, channel }: World): Edges & { drain(): Promise<void> } {
  const session = { token: () => store.get(sessionAtom).token, renew: () => store.set(renewTokenAtom) }
  const loadClient = once(async () => (await import('./api/client.ts')).createClient(session))
  const client: Client = async (name, input, options) => (await loadClient())(name, input, options)
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
    identity: createLazyIdentity(() => client('readConfig', {})),
    exchange: async (idToken) => (await import('./api/exchange.ts')).exchangeToken(idToken),
    outbox: {
      submit: async (change) => (await loadOutbox()).submit(change),
      retry: async (id) => (await loadOutbox()).retry(id),
      discard: async (id) => (await loadOutbox()).discard(id),
    },
    drain: async () => (await loadOutbox()).drain(),
    translate: (text) => i18n._(text),
    now: Date.now,
    tellTabs: () => channel.postMessage('changed'),
    askShell: isInShell() ? askShell : null,
  }
}

/** Loads once; a load that failed for want of a network is tried again with the next call. */
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
