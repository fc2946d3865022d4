import { lazyRouteComponent } from '@tanstack/react-router'

/** Loaded lazily: only the mobile shell causes this question, and rarely. */
export const OtherAccount = lazyRouteComponent(() => import('./OtherAccount.tsx'), 'OtherAccount')

/** Loaded lazily: few visitors of the sign-in page are already signed in, and the log-out has many dependencies. */
export const SignedIn = lazyRouteComponent(() => import('./SignedIn.tsx'), 'SignedIn')
