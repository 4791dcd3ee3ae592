import { useQueryClient } from '@tanstack/react-query'
import BookImage from 'lucide-react/icons/book-image'
import Calendar from 'lucide-react/icons/calendar'
import Images from 'lucide-react/icons/images'
import { useState } from 'react'
import { BIN_DAYS } from '#contract/photos.ts'
import { decideAllGroups, type TidyUpKind, type TidyUpTotals } from '#contract/tidy-up.ts'
import { call } from '#web/platform/http/call.ts'
import { fileSizeLabel } from '#web/platform/i18n/file-size.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { watchedWork } from '#web/platform/operations/watched-work.ts'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { reloadTidyUp } from './queries.ts'
import styles from './tidy-up.module.css'

/**
 * Asks before all groups are decided, with what that does and what it leaves out; the line of running work tells the rest. After a
 * failure the run may go on: the question stays, with its numbers, and the next confirmation continues the same run.
 */
export function AllDialog({ kind, totals, isOpen, onClose }: AllDialogProps) {
  const { texts, text } = useTexts()
  const queries = useQueryClient()
  const [state, setState] = useState<'idle' | 'pending' | 'failed'>('idle')
  const [confirmed, setConfirmed] = useState<Confirmed>()
  const { photos, groups, albums, dates, leftOut, bytes } = confirmed?.totals ?? totals
  const close = () => {
    setState('idle')
    setConfirmed(undefined)
    onClose()
  }
  const confirm = async () => {
    const { requestId } = confirmed ?? { requestId: crypto.randomUUID() }
    setConfirmed(confirmed ?? { requestId, totals })
    setState('pending')
    try {
      const { runId } = await call(decideAllGroups, { params: { kind }, body: { requestId } })
      watchedWork.add(runId)
      close()
    } catch (error) {
      reportFailure(error)
      setState('failed')
    }
    await reloadTidyUp(queries)
  }
  const rows = [
    { icon: Images, count: albums, label: text('tidy-up.all.albums', { count: albums }) },
    { icon: Calendar, count: dates, label: text('tidy-up.all.dates', { count: dates }) },
    { icon: BookImage, count: leftOut, label: text('tidy-up.all.left-out', { count: leftOut }) },
  ].filter(({ count }) => count > 0)
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={text(`tidy-up.all.title.${kind}`, { count: kind === 'copies' ? groups : photos })}
      confirmLabel={text('tidy-up.all.confirm', { count: photos })}
      danger
      pending={state === 'pending'}
      disabled={photos === 0}
      onConfirm={() => void confirm()}
      onCancel={close}
      alert={state === 'failed' && <AlertBanner kind="error">{text('tidy-up.all.unknown')}</AlertBanner>}
    >
      <p className="ui-quiet">
        {text(`tidy-up.all.text.${kind}`, {
          count: photos,
          size: fileSizeLabel(texts, bytes, 0),
          days: BIN_DAYS,
        })}
      </p>
      {rows.length > 0 && (
        <ul className={styles.allRows}>
          {rows.map(({ icon, label }) => (
            <li key={label}>
              <Icon of={icon} />
              {label}
            </li>
          ))}
        </ul>
      )}
    </ConfirmDialog>
  )
}

/** The run that was started, and the numbers that were confirmed: those of what is left change as it goes on. */
interface Confirmed {
  requestId: string
  totals: TidyUpTotals
}

interface AllDialogProps {
  kind: TidyUpKind
  totals: TidyUpTotals
  isOpen: boolean
  onClose: () => void
}
