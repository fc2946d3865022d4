import type { Channel, ChannelLink } from '../../../../contract/notifications.ts'
import { tryCall } from '../../../data/tryCall.ts'
import { atom } from '../../../store/store.ts'
import { linkChannel, unlinkChannel } from '../api.ts'
import { notificationSettings } from '../settings.ts'

/** Asks for a code that links a chat; undefined if the call failed, which is shown as a toast. */
export const linkChannelAtom = atom(
  null,
  async (get, set, channel: Channel): Promise<ChannelLink | undefined> =>
    (await tryCall(get, set, (client) => linkChannel(client, channel)))?.answer,
)

export const unlinkChannelAtom = atom(null, async (get, set, channel: Channel) => {
  const done = await tryCall(get, set, (client) => unlinkChannel(client, channel))
  if (done) await set(notificationSettings.load)
})
