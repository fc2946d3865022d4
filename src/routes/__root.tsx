import { createRootRouteWithContext } from '@tanstack/react-router'
import type { RouterContext } from '../router.tsx'
import { NotFoundPage } from '../screens/errors/lazy.ts'
import { Root } from '../screens/frame/Root.tsx'

export const Route = createRootRouteWithContext<RouterContext>()({
  component: Root,
  notFoundComponent: NotFoundPage,
})
