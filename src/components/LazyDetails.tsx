import { type ReactNode, Suspense, useState } from 'react'
import { Skeleton } from './States.tsx'

type LazyDetailsProps = { className: string | undefined; summary: ReactNode; children(): ReactNode }

/** A disclosure whose content loads when first opened. */
export function LazyDetails({ className, summary, children }: LazyDetailsProps) {
  const [wasOpened, setOpened] = useState(false)
  return (
    <details className={className} onToggle={(event) => event.currentTarget.open && setOpened(true)}>
      <summary>{summary}</summary>
      {wasOpened && <Suspense fallback={<Skeleton rows={2} height="line" />}>{children()}</Suspense>}
    </details>
  )
}
