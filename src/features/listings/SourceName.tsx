import { Trans } from '@lingui/react/macro'
import { Badge } from '../../components/Chip.tsx'
import { useAtomValue } from '../../store/store.ts'
import { namedMarketplacesAtom } from '../marketplaces/index.ts'
import styles from './facts.module.css'

/** The marketplace's name; a simulated one is labelled wherever it shows. */
export function SourceName({ id }: { id: string }) {
  const marketplace = useAtomValue(namedMarketplacesAtom).get(id)
  const isDemo = marketplace?.demo ?? id.startsWith('demo')
  return (
    <span className={styles.source}>
      {marketplace?.name}
      {isDemo && (
        <Badge>
          <Trans>Demo</Trans>
        </Badge>
      )}
    </span>
  )
}
