import { Skeleton } from '../../../components/States.tsx'

/** Shown while a page's chunk loads. */
export function PendingScreen() {
  return <Skeleton rows={4} />
}
