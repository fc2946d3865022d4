import { Trans, useLingui } from '@lingui/react/macro'
import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ButtonLink } from '../../components/Button.tsx'
import { Heading } from '../../components/Heading.tsx'
import { Icon, type IconName } from '../../components/Icon.tsx'
import { acceptInvitationAtom } from '../../session/referral.ts'
import { sessionKindAtom } from '../../session/session.ts'
import { useAtomValue, useSetAtom } from '../../store/store.ts'
import styles from './LandingScreen.module.css'
import { Plans } from './Plans.tsx'
import { runningAuctionsAtom } from './pageData.ts'
import { Questions } from './Questions.tsx'
import { RunningStrip } from './RunningStrip.tsx'
import { SampleStrip } from './SampleStrip.tsx'

/** The landing page, with a way into the app without registration. Readable without JavaScript. */
export function LandingScreen() {
  const { t } = useLingui()
  const { invite } = useSearch({ from: '/{-$locale}/_public/' })
  const accept = useSetAtom(acceptInvitationAtom)
  const isSignedIn = useAtomValue(sessionKindAtom) === 'signedIn'
  const running = useAtomValue(runningAuctionsAtom)
  useEffect(() => {
    if (invite) accept(invite)
  }, [invite, accept])

  const steps: readonly { icon: IconName; title: string; text: string }[] = [
    {
      icon: 'filters',
      title: t`Say what you look for`,
      text: t`Words, price, place, condition. You see at once what it would have found in the last 30 days.`,
    },
    { icon: 'search', title: t`We watch`, text: t`New listings, price changes and ends, on every marketplace at once.` },
    {
      icon: 'bell',
      title: t`You are told in seconds`,
      text: t`By push, email or Discord, with quiet hours, and a record of every alert.`,
    },
  ]
  return (
    <div className={styles.landing}>
      <section className={styles.hero}>
        <Heading className={styles.title}>
          <Trans>Auctions across marketplaces, watched for you</Trans>
        </Heading>
        <p className={styles.lead}>
          <Trans>
            Define what you want once. Lotwatch tells you within seconds when it is listed, gets cheaper or is about to end.
          </Trans>
        </p>
        <p className={styles.ways}>
          {isSignedIn ? (
            <ButtonLink to="/overview" variant="main">
              <Trans>Open Lotwatch</Trans>
            </ButtonLink>
          ) : (
            <>
              <ButtonLink to="/filters/create" variant="main">
                <Trans>Try it as a guest</Trans>
              </ButtonLink>
              <ButtonLink to="/register">
                <Trans>Register</Trans>
              </ButtonLink>
            </>
          )}
        </p>
      </section>
      {running.length > 0 ? <RunningStrip auctions={running} /> : <SampleStrip />}
      <section className={styles.section}>
        <h2>
          <Trans>How it works</Trans>
        </h2>
        <ol className={styles.steps}>
          {steps.map(({ icon, title, text }) => (
            <li key={title}>
              <Icon name={icon} />
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </section>
      <Plans />
      <Questions />
    </div>
  )
}
