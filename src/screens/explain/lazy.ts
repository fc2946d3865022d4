import { lazyRouteComponent } from '@tanstack/react-router'

/** Few ask why: it loads when they do. */
export const WhyNot = lazyRouteComponent(() => import('./WhyNot.tsx'), 'WhyNot')
export const WhyExactly = lazyRouteComponent(() => import('./WhyExactly.tsx'), 'WhyExactly')
