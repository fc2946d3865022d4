import { lazyRouteComponent } from '@tanstack/react-router'

/** It stands below the fold and asks a call of its own. */
export const AlertReport = lazyRouteComponent(() => import('./AlertReport.tsx'), 'AlertReport')
export const FilterAlerts = lazyRouteComponent(() => import('./AlertReport.tsx'), 'FilterAlerts')
