import { type ReactNode, Suspense, useState } from 'react'
import { Skeleton } from '../../components/Faces.tsx'
import fieldStyles from '../filters/fields.module.css'

/** A question that opens its answer; what answers it loads with the first opening. */
export function AskWhy({ question, children }: { question: ReactNode; children(): ReactNode }) {
  const [wasOpened, setOpened] = useState(false)
  return (
    <details className={fieldStyles.more} onToggle={(event) => event.currentTarget.open && setOpened(true)}>
      <summary>{question}</summary>
      {wasOpened && <Suspense fallback={<Skeleton rows={2} height="line" />}>{children()}</Suspense>}
    </details>
  )
}
