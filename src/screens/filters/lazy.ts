import { lazyRouteComponent } from '@tanstack/react-router'

/** Few look for mistyped words: it loads when they do. */
export const Spellings = lazyRouteComponent(() => import('./Spellings.tsx'), 'Spellings')
