import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { ErrorScreen, NotFoundScreen } from './features/frame/errors/lazy.ts'
import { PendingScreen } from './features/frame/errors/PendingScreen.tsx'
import type { RouterContext } from './routes/-context.ts'
import { routeTree } from './routeTree.gen.ts'

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
