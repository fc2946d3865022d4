import { lazyRouteComponent } from '@tanstack/react-router'

/** What the keys do can be read a moment after the list. */
export const KeyHelp = lazyRouteComponent(() => import('./KeyHelp.tsx'), 'KeyHelp')
export const KeyHelpDialog = lazyRouteComponent(() => import('./KeyHelp.tsx'), 'KeyHelpDialog')
