import { useLingui } from '@lingui/react/macro'
import type { Auction } from '../../../../contract/auction.ts'
import { distanceKm } from '../../../../contract/distance.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useAtomValue } from '../../../store/store.ts'
import type { FilterForm } from '../form/form.ts'
import { placeAtom } from '../form/place.ts'
import styles from './RadiusSketch.module.css'

const SIZE = 200
const MIDDLE = SIZE / 2
/** The circle's share of the sketch, which leaves room for auctions just outside it. */
const CIRCLE_SHARE = 0.7

type Point = { lat: number; lon: number }

/**
 * The radius around its place, north up, with the preview's auctions as dots. Drawn without a map server, which would learn
 * where the user lives.
 */
export function RadiusSketch({ form, sample }: { form: FilterForm; sample: readonly Auction[] }) {
  const { t } = useLingui()
  const format = useFormat()
  const search = useAtomValue(placeAtom)
  if (form.zip.trim() === '' || search.status !== 'found') return null
  const { place } = search
  const radius = (MIDDLE * CIRCLE_SHARE) / form.radiusKm
  const dots = sample.flatMap(({ id, location }) => {
    if (location?.lat === undefined || location.lon === undefined) return []
    const { east, north } = offsetKm(place, { lat: location.lat, lon: location.lon })
    return [{ id, x: MIDDLE + east * radius, y: MIDDLE - north * radius }]
  })
  const distance = format.unit(form.radiusKm, 'kilometer')
  return (
    <figure className={styles.sketch}>
      <svg viewBox={`0 0 ${SIZE} ${SIZE}`} role="img" aria-label={t`${distance} around ${place.name}`}>
        <path d={`M${MIDDLE} 0V${SIZE}M0 ${MIDDLE}H${SIZE}`} className={styles.grid} />
        <circle cx={MIDDLE} cy={MIDDLE} r={MIDDLE * CIRCLE_SHARE} className={styles.circle} />
        {dots.map(({ id, x, y }) => (
          <circle key={id} cx={x} cy={y} r={4} className={styles.dot} />
        ))}
        <circle cx={MIDDLE} cy={MIDDLE} r={3} className={styles.middle} />
      </svg>
      <figcaption>{t`${distance} around ${place.zip} ${place.name}, north up. Each dot is an example from below.`}</figcaption>
    </figure>
  )
}

function offsetKm(from: Point, to: Point): { east: number; north: number } {
  const north = distanceKm(from, { lat: to.lat, lon: from.lon }) * Math.sign(to.lat - from.lat)
  const kmPerDegree = distanceKm({ lat: from.lat, lon: 0 }, { lat: from.lat, lon: 1 })
  return { east: (to.lon - from.lon) * kmPerDegree, north }
}
