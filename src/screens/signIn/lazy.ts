import { lazyRouteComponent } from '@tanstack/react-router'

/** Asked by the mobile shell alone, and hardly ever. */
export const OtherAccount = lazyRouteComponent(() => import('./OtherAccount.tsx'), 'OtherAccount')

/** Seen only by those who come to sign in and are in already; the way out brings much along. */
export const SignedIn = lazyRouteComponent(() => import('./SignedIn.tsx'), 'SignedIn')
