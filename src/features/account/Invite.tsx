import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { errorCode } from '../../api/errors.ts'
import { Button } from '../../components/Button.tsx'
import layout from '../../components/layout.module.css'
import { errorText } from '../../i18n/texts.ts'
import { makeReferralLinkAtom } from '../../session/referral.ts'
import { sessionKindAtom, userReferralCodeAtom } from '../../session/session.ts'
import { userAtom } from '../../session/user.ts'
import { useAtomValue, useSetAtom } from '../../store/store.ts'
import { showToastAtom } from '../../toasts/toasts.ts'

/** The user's invitation link, to copy or share. */
export function Invite() {
  const { t, i18n } = useLingui()
  const kind = useAtomValue(sessionKindAtom)
  const user = useAtomValue(userAtom)
  const userReferralCode = useAtomValue(userReferralCodeAtom)
  const make = useSetAtom(makeReferralLinkAtom)
  const toast = useSetAtom(showToastAtom)
  const [isBusy, setBusy] = useState(false)
  if (kind !== 'signedIn') return null

  const invitation = t`Lotwatch watches auctions for you. Come along.`
  const link = userReferralCode ? `${location.origin}/register?invite=${encodeURIComponent(userReferralCode)}` : undefined
  const onMake = async () => {
    setBusy(true)
    try {
      await make(user?.name ?? '', invitation)
    } catch (error) {
      toast({ text: i18n._(errorText(errorCode(error))), tone: 'error' })
    } finally {
      setBusy(false)
    }
  }
  const onCopy = async (text: string) => {
    await navigator.clipboard.writeText(text)
    toast({ text: t`Link copied` })
  }
  return (
    <section className={layout.section}>
      <h2>{t`Invite someone`}</h2>
      {!link && (
        <div>
          <Button isBusy={isBusy} onClick={() => void onMake()}>
            {t`Make my link`}
          </Button>
        </div>
      )}
      {link && (
        <>
          <p>
            <Trans>Your link:</Trans> <code>{link}</code>
          </p>
          <div className={layout.buttons}>
            <Button icon="copy" onClick={() => void onCopy(link)}>
              {t`Copy link`}
            </Button>
            {'share' in navigator && (
              <Button
                icon="external"
                onClick={() => void navigator.share({ text: invitation, url: link }).catch(() => undefined)}
              >
                {t`Share link`}
              </Button>
            )}
          </div>
        </>
      )}
    </section>
  )
}
