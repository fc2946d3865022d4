import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { MINUTE_MS } from '../../../contract/time.ts'
import { Button } from '../../components/Button.tsx'
import { Icon } from '../../components/Icon.tsx'
import { useNow } from '../../components/now.ts'
import { isStreamRefusedAtom } from '../../data/streamState.ts'
import { errorText } from '../../i18n/texts.ts'
import { applyBuildAtom, offeredBuildAtom } from '../../install/offer.ts'
import { useIsOnline } from '../../install/online.ts'
import { waitingCountAtom } from '../../offline/outbox/entries.ts'
import { useAtomValue, useSetAtom } from '../../store/store.ts'
import { marketplaces } from '../marketplaces/index.ts'
import { OfflineLine } from './OfflineLine.tsx'
import styles from './StatusLine.module.css'

/** Reports problems: no network, no live updates, unsent changes, a new version, a delayed marketplace. */
export function StatusLine() {
  const isOnline = useIsOnline()
  const waiting = useAtomValue(waitingCountAtom)
  const offered = useAtomValue(offeredBuildAtom)
  return (
    <header className={styles.lines}>
      {!isOnline && <OfflineLine />}
      {waiting > 0 && (
        <p className={`${styles.line} ${styles.waiting}`}>
          <Icon name="clock" />
          <Plural value={waiting} one="# change waiting to be sent" other="# changes waiting to be sent" />
        </p>
      )}
      {isOnline && <RefusedStreamLine />}
      {offered && <BuildLine />}
      {isOnline && <LateMarketplaces />}
    </header>
  )
}

function RefusedStreamLine() {
  const { i18n } = useLingui()
  return (
    useAtomValue(isStreamRefusedAtom) && (
      <p className={styles.line}>
        <Icon name="warning" />
        {i18n._(errorText('stream_limit_reached'))}
      </p>
    )
  )
}

function BuildLine() {
  const apply = useSetAtom(applyBuildAtom)
  return (
    <p className={styles.line}>
      <Icon name="repeat" />
      <Trans>A new version is ready.</Trans>
      <Button variant="quiet" onClick={() => apply()}>
        <Trans>Update</Trans>
      </Button>
    </p>
  )
}

function LateMarketplaces() {
  const { t } = useLingui()
  const now = useNow()
  const { value = [] } = useAtomValue(marketplaces.atom)
  const late = value.filter(({ health }) => health.state === 'delayed' || health.state === 'failing')
  const text = ({ name, health: { state, lastSuccessAt } }: (typeof late)[number]) => {
    if (state === 'failing') return t`${name}: cannot be read at the moment`
    const minutes = lastSuccessAt ? Math.round((now - Date.parse(lastSuccessAt)) / MINUTE_MS) : 0
    return t`${name}: delayed ${minutes} min`
  }
  return late.map((marketplace) => (
    <p key={marketplace.id} className={styles.line}>
      <Icon name="warning" />
      {text(marketplace)}
    </p>
  ))
}
