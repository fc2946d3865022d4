import { lazyRouteComponent } from '@tanstack/react-router'

/** Loaded lazily: it is below the fold and makes its own API call. */
export const AlertReport = lazyRouteComponent(() => import('./AlertReport.tsx'), 'AlertReport')
export const FilterAlerts = lazyRouteComponent(() => import('./AlertReport.tsx'), 'FilterAlerts')
