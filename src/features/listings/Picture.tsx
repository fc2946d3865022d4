import { useState } from 'react'
import { Icon } from '../../components/Icon.tsx'
import styles from './Picture.module.css'

/** An auction's picture, or a placeholder of the same size if there is none or it fails to load. */
export function Picture({ src, alt = '', size = 'row' }: { src: string | undefined; alt?: string; size?: 'row' | 'full' }) {
  const [failed, setFailed] = useState<string>()
  const isShown = src !== undefined && failed !== src
  return (
    <div className={styles.frame} data-size={size}>
      {isShown ? (
        <img
          src={src}
          alt={alt}
          loading={size === 'full' ? 'eager' : 'lazy'}
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setFailed(src)}
        />
      ) : (
        <Icon name="auctions" />
      )}
    </div>
  )
}
