import { lazyRouteComponent } from '@tanstack/react-router'

/** Loaded lazily: error pages are rare. */
export const NotFoundScreen = lazyRouteComponent(() => import('./NotFoundScreen.tsx'), 'NotFoundScreen')
export const NotFoundPage = lazyRouteComponent(() => import('./NotFoundScreen.tsx'), 'NotFoundPage')
export const ErrorScreen = lazyRouteComponent(() => import('./ErrorScreen.tsx'), 'ErrorScreen')
