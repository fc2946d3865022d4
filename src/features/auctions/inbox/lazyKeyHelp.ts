import { lazyRouteComponent } from '@tanstack/react-router'

/** Loaded lazily: not needed as early as the list. */
export const KeyHelp = lazyRouteComponent(() => import('./KeyHelp.tsx'), 'KeyHelp')
export const KeyHelpDialog = lazyRouteComponent(() => import('./KeyHelp.tsx'), 'KeyHelpDialog')
