import { useLingui } from '@lingui/react/macro'
import type { Device } from '../../../../contract/device.ts'
import type { IconName } from '../../../components/Icon.tsx'
import { useFormat } from '../../../i18n/format.ts'

/** A device's state in words, and what the user can do about it. */
type Described = { icon: IconName; text: string; remedy?: string; isWell?: boolean }

/** @param place where the device is: elsewhere, or here, with this browser's notification permission */
export function useDeviceState(device: Device, place: 'elsewhere' | 'here' | 'denied' | 'asks'): Described {
  const { t } = useLingui()
  const format = useFormat()
  const { state = 'working', kind, gone, paused, lastContactAt, refreshedAt } = device
  const isHere = place !== 'elsewhere'
  if (place === 'denied')
    return {
      icon: 'hide',
      text: t`This browser no longer allows notifications from Lotwatch.`,
      remedy: t`Allow them in the browser's settings for this site (of an installed app: in the system's settings), then open this page again.`,
    }
  if (place === 'asks') return { icon: 'hide', text: t`The permission for notifications was taken away here.` }
  if (state === 'gone' && gone) return { icon: 'warning', ...goneWords(gone) }
  if (state === 'paused' && paused) {
    const since = format.moment(paused.since)
    return {
      icon: 'pause',
      text:
        paused.reason === 'misconfigured'
          ? t`Waiting: its push service has refused our server since ${since}.`
          : t`Waiting: its push service has not worked since ${since}.`,
      remedy: t`The fault is not yours, and there is nothing you need to do. Alerts wait for up to a day and come when it works; other channels go on.`,
      isWell: true,
    }
  }
  if (state === 'stale')
    return {
      icon: 'unsure',
      text: t`No contact since ${format.day(lastContactAt ?? refreshedAt)}.`,
      remedy: isHere
        ? t`Alerts still go here, but other channels no longer wait for it.`
        : t`Alerts still go there, but other channels no longer wait for it. Open Lotwatch there.`,
    }
  return { icon: 'check', text: kind === 'native' ? t`Working, through the mobile app.` : t`Working.`, isWell: true }

  function goneWords({ at, reason, detail }: NonNullable<Device['gone']>): Pick<Described, 'text' | 'remedy'> {
    const day = format.day(at)
    const elsewhere = isHere ? {} : { remedy: t`Open Lotwatch there, and it registers again.` }
    if (reason === 'provider')
      return { text: t`Gone since ${day}: its push service says that nobody is there any more (${detail}).`, ...elsewhere }
    if (reason === 'silence') return { text: t`Given up on ${day}: no contact for two months.`, ...elsewhere }
    return {
      text: t`Notifications were switched off there on ${day}.`,
      ...(isHere ? {} : { remedy: t`Allow notifications for Lotwatch there, then open it.` }),
    }
  }
}
