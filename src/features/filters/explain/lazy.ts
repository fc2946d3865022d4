import { lazyRouteComponent } from '@tanstack/react-router'

/** Loaded lazily: few users need it. */
export const WhyNot = lazyRouteComponent(() => import('./WhyNot.tsx'), 'WhyNot')
export const WhyExactly = lazyRouteComponent(() => import('./WhyExactly.tsx'), 'WhyExactly')
