import { useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { Field, SelectField } from '../../../components/Field.tsx'
import { useSetAtom } from '../../../store/store.ts'
import styles from './ReportDialog.module.css'
import { reportAtom } from './report.ts'

const REASONS = ['wrongMatch', 'missedAuction', 'brokenLink', 'spam', 'other'] as const
type Reason = (typeof REASONS)[number]

/** Reports a wrong match to the operator. */
export function ReportDialog({ filterId, auctionId }: { filterId: string; auctionId: string }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState<Reason>('wrongMatch')
  const [comment, setComment] = useState('')
  const report = useSetAtom(reportAtom)
  const reasons: Record<Reason, string> = {
    wrongMatch: t`It does not fit the filter`,
    missedAuction: t`Another auction was missed`,
    brokenLink: t`The link does not work`,
    spam: t`It is spam or a fraud`,
    other: t`Something else`,
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (await report({ filterId, auctionId, reason, ...(comment ? { comment } : {}) })) setOpen(false)
  }
  return (
    <>
      <Button icon="flag" onClick={() => setOpen(true)}>
        {t`Report`}
      </Button>
      {isOpen && (
        <Dialog title={t`Report this match`} closeLabel={t`Close`} onClose={() => setOpen(false)}>
          <form onSubmit={(event) => void send(event)} className={styles.form}>
            <SelectField label={t`What is wrong?`} value={reason} onChange={(event) => setReason(event.target.value as Reason)}>
              {REASONS.map((one) => (
                <option key={one} value={one}>
                  {reasons[one]}
                </option>
              ))}
            </SelectField>
            <Field label={t`Comment`} value={comment} maxLength={2000} onChange={(event) => setComment(event.target.value)} />
            <Button type="submit" variant="main">
              {t`Send report`}
            </Button>
          </form>
        </Dialog>
      )}
    </>
  )
}
