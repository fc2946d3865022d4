import { useLingui } from '@lingui/react/macro'
import type { NotificationSettings } from '../../../../contract/notifications.ts'
import { CHANNELS } from '../../../../contract/vocabulary/kinds.ts'
import { Button, ButtonLink } from '../../../components/Button.tsx'
import { Notice } from '../../../components/States.tsx'
import { useResource } from '../../../data/useResource.ts'
import { pushSupport } from '../../../push/support.ts'
import { useSetAtom } from '../../../store/store.ts'
import { showToastAtom } from '../../../toasts/toasts.ts'
import { notificationSettings } from '../settings.ts'
import { dismissPushOfferAtom } from './pushOffer.ts'
import { pushResultText } from './pushResultText.ts'
import { useSwitchOn } from './useSwitchOn.ts'

/**
 * Offers push to users with a filter; the browser asks for permission only after their tap. Where push is unavailable, shows
 * an alternative to users without any other channel.
 * @param whenSilent show only while no channel is on
 */
export function PushOffer({ whenSilent = false }: { whenSilent?: boolean }) {
  const { t, i18n } = useLingui()
  const { value: settings } = useResource(notificationSettings)
  const dismiss = useSetAtom(dismissPushOfferAtom)
  const toast = useSetAtom(showToastAtom)
  const { result, switchOn } = useSwitchOn()

  // The offer then disappears.
  const accept = async () => {
    if ((await switchOn()) === 'subscribed') toast({ text: i18n._(pushResultText.subscribed) })
  }

  const support = pushSupport()
  const isPossible = support === 'supported' || support === 'installFirst'
  if (!settings || ((whenSilent || !isPossible) && hasChannel(settings))) return null
  const problem = result && result !== 'asking' ? result : support === 'supported' ? undefined : support
  return (
    <aside aria-label={t`Alerts on this device`}>
      <Notice
        icon="bell"
        tone="plain"
        action={
          <>
            {problem && problem !== 'unavailable' ? (
              <ButtonLink to="/account">{problem === 'tooManyDevices' ? t`See devices` : t`Set up email or Discord`}</ButtonLink>
            ) : (
              <Button variant="main" isBusy={result === 'asking'} onClick={() => void accept()}>
                {t`Switch on push`}
              </Button>
            )}
            <Button onClick={() => dismiss()}>{t`Not now`}</Button>
          </>
        }
      >
        <span role="status">
          {problem
            ? i18n._(pushResultText[problem])
            : t`Get alerts on this device within seconds, also while Lotwatch is closed.`}
        </span>
      </Notice>
    </aside>
  )
}

/** Whether any channel is on. The server enables none whose target is missing, except e-mail before its address is confirmed. */
function hasChannel(settings: NotificationSettings): boolean {
  const isReady = (settings.email.status ?? 'ready') === 'ready'
  return CHANNELS.some((channel) => settings[channel].enabled && (channel !== 'email' || isReady))
}
