import { Trans } from '@lingui/react/macro'
import type { Auction } from '../../../contract/auction.ts'
import { useFormat } from '../../i18n/format.ts'
import styles from './facts.module.css'

/** The price in its own currency, and the total with shipping and premium if known and different. */
export function Price({ auction: { price, totalPrice } }: { auction: Pick<Auction, 'price' | 'totalPrice'> }) {
  const format = useFormat()
  if (!price) {
    return (
      <span className={styles.unknown}>
        <Trans>Price unknown</Trans>
      </span>
    )
  }
  const total = totalPrice && totalPrice.amount !== price.amount ? format.money(totalPrice) : undefined
  return (
    <span className={styles.money}>
      <strong className={styles.price}>{format.money(price)}</strong>{' '}
      {total && (
        <span className={styles.total}>
          <Trans>{total} in total</Trans>
        </span>
      )}
    </span>
  )
}
