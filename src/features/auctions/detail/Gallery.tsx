import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Picture } from '../../listings/index.ts'
import styles from './Gallery.module.css'

/** The auction's pictures: one large, the others as thumbnails. */
export function Gallery({ images, title }: { images: readonly string[]; title: string }) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState(0)
  return (
    <div className={styles.gallery}>
      <Picture src={images[chosen]} alt={title} size="full" />
      {images.length > 1 && (
        <ul className={styles.thumbs} aria-label={t`Pictures`}>
          {images.map((image, index) => (
            <li key={image}>
              <button
                type="button"
                aria-pressed={index === chosen}
                aria-label={t`Picture ${index + 1}`}
                onClick={() => setChosen(index)}
              >
                <Picture src={image} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
