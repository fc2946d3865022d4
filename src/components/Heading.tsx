import { type ReactNode, useLayoutEffect, useRef } from 'react'

/** Whether a page was shown before. The first page's heading does not take focus, which belongs to the browser at the start. */
let hasShown = false

/** The page's only h1. Takes focus after navigation, so that it is announced and the keyboard starts there. */
export function Heading({ children, className }: { children: ReactNode; className?: string | undefined }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // Before the paint, so that focus is not taken back from what the user turns to meanwhile.
  useLayoutEffect(() => {
    if (hasShown) heading.current?.focus({ preventScroll: true })
    hasShown = true
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  )
}
