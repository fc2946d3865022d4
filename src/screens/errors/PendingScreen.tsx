import { Skeleton } from '../../components/Faces.tsx'

/** While a page's part is loading. */
export function PendingScreen() {
  return <Skeleton rows={4} />
}
