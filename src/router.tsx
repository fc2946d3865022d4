import type { I18n } from '@lingui/core'
import { createRouter, type RouterHistory } from '@tanstack/react-router'
import type { Marketplace } from '../contract/marketplace.ts'
import { routeTree } from './routeTree.gen.ts'
import { ErrorScreen, NotFoundScreen } from './screens/errors/lazy.ts'
import { PendingScreen } from './screens/errors/PendingScreen.tsx'
import type { Store } from './state/store.ts'

/** What every route may use. */
export type RouterContext = {
  i18n: I18n
  store: Store
  /** `https://host`, for the addresses that must be absolute. */
  origin: string
  /** Where a page is rendered without an API: what it shows of the marketplaces. */
  marketplaces?: readonly Marketplace[]
}

type Setup = { context: RouterContext; history?: RouterHistory }

/** A slower part shows its skeleton after this; a quicker one never flashes it. Milliseconds. */
const PENDING_AFTER_MS = 200

export function createAppRouter({ context, history }: Setup) {
  return createRouter({
    routeTree,
    context,
    ...(history ? { history } : {}),
    defaultPreload: 'intent',
    // It is brought to rendered pages by an inline script, which the page's policy forbids.
    scrollRestoration: !import.meta.env.SSR,
    defaultPendingMs: PENDING_AFTER_MS,
    defaultPendingComponent: PendingScreen,
    defaultNotFoundComponent: NotFoundScreen,
    defaultErrorComponent: ErrorScreen,
  })
}

export type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}
