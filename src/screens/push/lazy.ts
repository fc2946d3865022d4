import { lazyRouteComponent } from '@tanstack/react-router'

/** Most have decided already: it loads for those who have not. */
export const PushOffer = lazyRouteComponent(() => import('./PushOffer.tsx'), 'PushOffer')
