import { type ReactNode, useEffect, useRef } from 'react'

/** Whether a page has shown before: the first one's heading does not take the focus from the browser's own start. */
let hasShown = false

/** The page's one h1. Takes the focus when the page is come to by navigation, so that it is read out and the keyboard starts there. */
export function Heading({ children, className }: { children: ReactNode; className?: string | undefined }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (hasShown) heading.current?.focus({ preventScroll: true })
    hasShown = true
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  )
}
