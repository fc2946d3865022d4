import { lazyRouteComponent } from '@tanstack/react-router'

/** Loaded lazily: most users have already decided. */
export const PushOffer = lazyRouteComponent(() => import('./PushOffer.tsx'), 'PushOffer')
