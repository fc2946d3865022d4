import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import type { ChannelLink } from '../../../../contract/notifications.ts'
import { SECOND_MS } from '../../../../contract/time.ts'
import { Button, ExternalLink } from '../../../components/Button.tsx'
import layout from '../../../components/layout.module.css'
import { useNow } from '../../../components/now.ts'
import { Secret } from '../../../components/Secret.tsx'
import { useFormat } from '../../../i18n/format.ts'
import { useSetAtom } from '../../../store/store.ts'
import { notificationSettings } from '../settings.ts'
import { linkChannelAtom } from './chatLink.ts'

/** How often the settings are read until the chat is linked. */
const LOOK_MS = 3 * SECOND_MS

/** Links a chat: a button, then the link and the code while they are valid. */
export function TelegramLink() {
  const { t } = useLingui()
  const ask = useSetAtom(linkChannelAtom)
  const [link, setLink] = useState<ChannelLink>()
  const [isBusy, setBusy] = useState(false)
  const now = useNow('second')
  const isExpired = link !== undefined && now >= Date.parse(link.expiresAt)
  const connect = async () => {
    setBusy(true)
    setLink(await ask('telegram'))
    setBusy(false)
  }
  if (link && !isExpired) return <OpenLink link={link} />
  return (
    <>
      <p className={layout.muted} role="status">
        {isExpired
          ? t`The code has expired.`
          : t`Alerts come to your chat with our bot. It sees your name there, not your number.`}
      </p>
      <div>
        <Button isBusy={isBusy} onClick={() => void connect()}>
          {isExpired ? t`Get a new code` : t`Connect Telegram`}
        </Button>
      </div>
    </>
  )
}

function OpenLink({ link: { url, code, expiresAt } }: { link: ChannelLink }) {
  const { t } = useLingui()
  const format = useFormat()
  const load = useSetAtom(notificationSettings.load)
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void load()
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [load])
  return (
    <>
      <div>
        <ExternalLink href={url} variant="main">
          {t`Open Telegram`}
        </ExternalLink>
      </div>
      <Secret
        label={t`Code`}
        hint={t`Press Start there, or send the bot this code yourself. It is valid until ${format.clock(Date.parse(expiresAt))}.`}
        value={code}
      />
      <p className={layout.muted} role="status">{t`Waiting for your message to the bot…`}</p>
    </>
  )
}
