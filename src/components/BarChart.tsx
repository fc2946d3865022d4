import styles from './BarChart.module.css'

type Bar = {
  key: string
  value: number /** Description of the bar, on hover and in the hidden table. */
  label: string
  isChosen?: boolean
}

const WIDTH = 100
const HEIGHT = 40
const GAP_SHARE = 0.2

/** Small bars, one per day or price step; `label` describes the chart in a sentence. */
export function BarChart({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const highest = Math.max(1, ...bars.map(({ value }) => value))
  const step = WIDTH / Math.max(1, bars.length)
  return (
    <svg className={styles.bars} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
      {bars.map(({ key, value, label: title, isChosen = true }, index) => {
        const height = value === 0 ? 0.75 : Math.max(2, (value / highest) * HEIGHT)
        return (
          <rect
            key={key}
            x={index * step}
            y={HEIGHT - height}
            width={step * (1 - GAP_SHARE)}
            height={height}
            data-empty={value === 0 || undefined}
            data-chosen={isChosen || undefined}
          >
            <title>{title}</title>
          </rect>
        )
      })}
    </svg>
  )
}
