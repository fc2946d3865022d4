import { type ReactNode, useLayoutEffect, useRef } from 'react'

/** Whether a page was shown before. The first page's heading does not take focus, which belongs to the browser at the start. */
let hasShown = false

/** The page's only h1. Takes focus after navigation, so that it is announced and the keyboard starts there. */
export function Heading({ children, className }: { children: ReactNode; className?: string | undefined }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const isNew = useRef(true)
  // Before the paint, so that focus is not taken from what the user turns to meanwhile; and once, although layout effects run
  // again when the page was hidden while a part of it loaded.
  useLayoutEffect(() => {
    if (!isNew.current) return
    isNew.current = false
    if (hasShown) heading.current?.focus({ preventScroll: true })
    hasShown = true
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  )
}
