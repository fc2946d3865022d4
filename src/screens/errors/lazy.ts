import { lazyRouteComponent } from '@tanstack/react-router'

/** The error pages are seldom seen: they load when they are. */
export const NotFoundScreen = lazyRouteComponent(() => import('./NotFoundScreen.tsx'), 'NotFoundScreen')
export const NotFoundPage = lazyRouteComponent(() => import('./NotFoundScreen.tsx'), 'NotFoundPage')
export const ErrorScreen = lazyRouteComponent(() => import('./ErrorScreen.tsx'), 'ErrorScreen')
