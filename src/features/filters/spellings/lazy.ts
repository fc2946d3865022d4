import { lazyRouteComponent } from '@tanstack/react-router'

/** Loaded lazily: few users search for misspellings. */
export const Spellings = lazyRouteComponent(() => import('./Spellings.tsx'), 'Spellings')
