import { Skeleton } from '../../components/States.tsx'

/** While a page's part is loading. */
export function PendingScreen() {
  return <Skeleton rows={4} />
}
