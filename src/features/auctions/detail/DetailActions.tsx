import { useLingui } from '@lingui/react/macro'
import type { AuctionDetail } from '../../../../contract/auction.ts'
import type { Match } from '../../../../contract/match.ts'
import { Button, ButtonLink } from '../../../components/Button.tsx'
import { download } from '../../../components/download.ts'
import { useTriage } from '../match/useTriage.ts'
import styles from './DetailActions.module.css'
import { ReportDialog } from './ReportDialog.tsx'

const WORDS_OF_MORE_LIKE_THIS = 4

/** Loads the calendar library when it is first needed. */
async function downloadEnd(auction: AuctionDetail): Promise<void> {
  const { calendarFile } = await import('./calendarFile.ts')
  download('auction.ics', 'text/calendar', calendarFile(auction))
}

/** The actions of an auction. */
export function DetailActions({ auction, match }: { auction: AuctionDetail; match: Match | undefined }) {
  const { t } = useLingui()
  const triage = useTriage()
  const filter = match?.filters[0]
  const words =
    auction.title
      .match(/[\p{L}\p{N}]{3,}/gu)
      ?.slice(0, WORDS_OF_MORE_LIKE_THIS)
      .join(' ') ?? ''
  return (
    <div className={styles.actions}>
      {match && (
        <>
          <Button icon="star" pressed={match.state === 'saved'} onClick={() => triage(match, 'saved')}>
            {match.state === 'saved' ? t`Saved` : t`Save`}
          </Button>
          <Button icon="hide" pressed={match.state === 'hidden'} onClick={() => triage(match, 'hidden')}>
            {match.state === 'hidden' ? t`Hidden` : t`Hide`}
          </Button>
        </>
      )}
      {auction.endsAt && (
        <Button icon="calendar" onClick={() => void downloadEnd(auction)}>
          {t`Calendar file`}
        </Button>
      )}
      <ButtonLink to="/filters/create" search={{ keywords: words }} icon="search">
        {t`More like this`}
      </ButtonLink>
      {filter && <ReportDialog filterId={filter.id} auctionId={auction.id} />}
    </div>
  )
}
