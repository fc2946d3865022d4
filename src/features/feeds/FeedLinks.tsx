import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { FEED_KINDS } from '../../../contract/vocabulary/kinds.ts'
import { Loaded } from '../../data/Loaded.tsx'
import { useResource } from '../../data/useResource.ts'
import { useSetAtom } from '../../store/store.ts'
import { FeedLinkRow } from './FeedLinkRow.tsx'
import { feedLinks } from './feedLinks.ts'
import styles from './feeds.module.css'

/** The secret feed URLs of one filter's matches, or of all. */
export function FeedLinks({ filterId }: { filterId?: string }) {
  const { t } = useLingui()
  const links = useResource(feedLinks)
  const forget = useSetAtom(feedLinks.forget)
  useEffect(() => forget, [forget])
  return (
    <div className={styles.links}>
      <p>{t`Whoever has a link can read it without signing in. Renew one that got into the wrong hands.`}</p>
      <Loaded of={links} rows={3} height="line">
        {(known) =>
          FEED_KINDS.map((kind) => (
            <FeedLinkRow
              key={kind}
              draft={filterId ? { kind, filterId } : { kind }}
              link={known.find((link) => link.kind === kind && link.filterId === filterId)}
            />
          ))
        }
      </Loaded>
    </div>
  )
}
