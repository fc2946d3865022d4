import type { ReactNode } from 'react'
import { LazyDetails } from '../../../components/LazyDetails.tsx'
import fieldStyles from '../editor/fields.module.css'

/** A question that expands to its answer. */
export function AskWhy({ question, children }: { question: ReactNode; children(): ReactNode }) {
  return (
    <LazyDetails className={fieldStyles.more} summary={question}>
      {children}
    </LazyDetails>
  )
}
