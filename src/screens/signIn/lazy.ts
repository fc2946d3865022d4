import { lazyRouteComponent } from '@tanstack/react-router'

/** Asked by the mobile shell alone, and hardly ever. */
export const OtherAccount = lazyRouteComponent(() => import('./OtherAccount.tsx'), 'OtherAccount')
