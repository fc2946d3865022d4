import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { FeedKind, FeedLink, FeedLinkDraft } from '../../../contract/feedLink.ts'
import { Button, ExternalLink } from '../../components/Button.tsx'
import { Secret } from '../../components/Secret.tsx'
import { useFormat } from '../../i18n/format.ts'
import { useSetAtom } from '../../store/store.ts'
import { createFeedLinkAtom, deleteFeedLinkAtom, renewFeedLinkAtom } from './feedLinks.ts'
import styles from './feeds.module.css'
import { ReplaceLink } from './ReplaceLink.tsx'

const NAMES: Record<FeedKind, ReturnType<typeof msg>> = {
  atom: msg`Atom feed`,
  json: msg`JSON Feed`,
  ics: msg`Calendar of ends`,
}
const USES: Record<FeedKind, ReturnType<typeof msg>> = {
  atom: msg`The newest matches, for your feed reader.`,
  json: msg`The same for programs of your own.`,
  ics: msg`When auctions end, for your calendar app; it follows late bids and rings when you are reminded.`,
}

/** One kind of link: a button to create it, or to copy, renew and remove it. */
export function FeedLinkRow({ draft, link }: { draft: FeedLinkDraft; link: FeedLink | undefined }) {
  const { t, i18n } = useLingui()
  const format = useFormat()
  const [isBusy, setBusy] = useState(false)
  const create = useSetAtom(createFeedLinkAtom)
  const renew = useSetAtom(renewFeedLinkAtom)
  const remove = useSetAtom(deleteFeedLinkAtom)
  const name = i18n._(NAMES[draft.kind])
  const use = i18n._(USES[draft.kind])
  if (!link) {
    const onMake = async () => {
      setBusy(true)
      await create(draft)
      setBusy(false)
    }
    return (
      <div className={styles.missing}>
        <span>
          <strong>{name}</strong>
          <br />
          <span className={styles.hint}>{use}</span>
        </span>
        <Button isBusy={isBusy} onClick={() => void onMake()}>
          {t`Make link`} <span className="visuallyHidden">{name}</span>
        </Button>
      </div>
    )
  }
  const read = link.lastReadAt ? t`Last read ${format.moment(link.lastReadAt)}.` : t`Not read yet.`
  return (
    <Secret label={name} hint={`${use} ${read}`} value={link.url}>
      {link.kind === 'ics' && (
        <ExternalLink variant="plain" href={link.url.replace(/^https?:/, 'webcal:')}>
          {t`Open in calendar`}
        </ExternalLink>
      )}
      <ReplaceLink name={name} onRenew={() => renew(link.id)} onRemove={() => remove(link.id)} />
    </Secret>
  )
}
