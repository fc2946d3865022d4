import { createRootRouteWithContext } from '@tanstack/react-router'
import { NotFoundPage } from '../features/frame/errors/lazy.ts'
import { Root } from '../features/frame/Root.tsx'
import type { RouterContext } from './-context.ts'

export const Route = createRootRouteWithContext<RouterContext>()({
  component: Root,
  notFoundComponent: NotFoundPage,
})
