import { type LinkComponentProps, type RegisteredRouter, Link as RouterLink } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { needsOwnDocument } from '../install/signInDocument.ts'

type WithoutSlash<P extends string> = P extends `${infer Rest}/` ? Rest : P
type LocalePath = WithoutSlash<Extract<keyof RegisteredRouter['routesByPath'], `/{-$locale}${string}`>>

/** A page's path without the language prefix: `/auctions/$id`. */
export type AppPath = LocalePath extends infer P
  ? P extends `/{-$locale}${infer Rest}`
    ? Rest extends ''
      ? '/'
      : Rest
    : never
  : never
type Prefixed<P extends AppPath> = P extends '/' ? '/{-$locale}' : `/{-$locale}${P}`

export type LinkProps<P extends AppPath> = Omit<LinkComponentProps<'a', RegisteredRouter, string, Prefixed<P>>, 'to'> & {
  to: P
  children?: ReactNode
}

/** A page's path in the route tree, for `navigate`. */
export const inTree = <const P extends AppPath>(path: P): Prefixed<P> =>
  (path === '/' ? '/{-$locale}' : `/{-$locale}${path}`) as Prefixed<P>

/** A link inside the app, typed by the route tree and in the language of the current page. */
export function Link<const P extends AppPath>({ to, ...props }: LinkProps<P>) {
  // The types are checked above, path by path; the router's generics cannot express the prefix.
  const inner = {
    ...props,
    to: inTree(to),
    ...(needsOwnDocument(to) ? { reloadDocument: true } : {}),
  } as unknown as LinkComponentProps<'a'>
  return <RouterLink {...inner} />
}
