import { useLingui } from '@lingui/react/macro'
import styles from './PriceHandles.module.css'

type PriceHandlesProps = {
  /** The edges of the histogram's bins, minor units, ascending. */
  edges: readonly number[]
  min: number | undefined
  max: number | undefined
  say(amount: number): string
  onChange(range: { min: number | undefined; max: number | undefined }): void
}

/** Two handles under the histogram; at the ends they mean "no limit". */
export function PriceHandles({ edges, min, max, say, onChange }: PriceHandlesProps) {
  const { t } = useLingui()
  const last = edges.length - 1
  const low = min === undefined ? 0 : nearest(edges, min)
  const high = max === undefined ? last : nearest(edges, max)
  const set = (from: number, to: number) =>
    onChange({ min: from <= 0 ? undefined : edges[from], max: to >= last ? undefined : edges[to] })
  return (
    <div className={styles.handles}>
      <input
        type="range"
        min={0}
        max={last}
        value={low}
        aria-label={t`Lowest price`}
        aria-valuetext={low === 0 ? t`no limit` : say(edges[low] ?? 0)}
        onChange={(event) => set(Math.min(Number(event.target.value), high - 1), high)}
      />
      <input
        type="range"
        min={0}
        max={last}
        value={high}
        aria-label={t`Highest price`}
        aria-valuetext={high === last ? t`no limit` : say(edges[high] ?? 0)}
        onChange={(event) => set(low, Math.max(Number(event.target.value), low + 1))}
      />
    </div>
  )
}

function nearest(edges: readonly number[], amount: number): number {
  let best = 0
  for (const [index, edge] of edges.entries()) if (Math.abs(edge - amount) < Math.abs((edges[best] ?? 0) - amount)) best = index
  return best
}
