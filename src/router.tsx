import type { I18n } from '@lingui/core'
import { createRouter, type RouterHistory } from '@tanstack/react-router'
import type { Marketplace } from '../contract/marketplace.ts'
import { routeTree } from './routeTree.gen.ts'
import { ErrorScreen, NotFoundScreen } from './screens/errors/lazy.ts'
import { PendingScreen } from './screens/errors/PendingScreen.tsx'
import type { Store } from './state/store.ts'

/** The context of all routes. */
export type RouterContext = {
  i18n: I18n
  store: Store
  /** `https://host`, for absolute URLs. */
  origin: string
  /** The marketplaces, for pages rendered without an API. */
  marketplaces?: readonly Marketplace[]
}

type Setup = { context: RouterContext; history?: RouterHistory }

/** A skeleton shows only after this many milliseconds, so that fast loads do not flash it. */
const PENDING_AFTER_MS = 200

export function createAppRouter({ context, history }: Setup) {
  return createRouter({
    routeTree,
    context,
    ...(history ? { history } : {}),
    defaultPreload: 'intent',
    // Rendered pages would need an inline script for it, which the content security policy forbids.
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
