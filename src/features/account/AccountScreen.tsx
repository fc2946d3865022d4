import { useLingui } from '@lingui/react/macro'
import { Heading } from '../../components/Heading.tsx'
import { Channels, Devices } from '../notifications/index.ts'
import { AppearanceSettings } from './AppearanceSettings.tsx'
import styles from './account.module.css'
import { DangerZone } from './DangerZone.tsx'
import { Feeds } from './Feeds.tsx'
import { Invite } from './Invite.tsx'
import { Profile } from './Profile.tsx'
import { Sessions } from './Sessions.tsx'

export function AccountScreen() {
  const { t } = useLingui()
  return (
    <div className={styles.screen}>
      <Heading>{t`Account`}</Heading>
      <Profile />
      <Channels />
      <Feeds />
      <Devices />
      <AppearanceSettings />
      <Invite />
      <Sessions />
      <DangerZone />
    </div>
  )
}
