import { useQueryClient } from '@tanstack/react-query'
import BookImage from 'lucide-react/icons/book-image'
import Calendar from 'lucide-react/icons/calendar'
import Images from 'lucide-react/icons/images'
import { useState } from 'react'
import { BIN_DAYS } from '#contract/photos.ts'
import { decideAllGroups, type TidyUpKind, type TidyUpRun, type TidyUpTotals } from '#contract/tidy-up.ts'
import { showUndoToast } from '#web/gallery/index.ts'
import { call } from '#web/platform/http/call.ts'
import { fileSizeLabel } from '#web/platform/i18n/file-size.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { showFailure } from '#web/ui/outcome-toasts.ts'
import { reloadTidyUp } from './queries.ts'
import styles from './tidy-up.module.css'
import { undoDecisions } from './undo-decisions.ts'

/**
 * Asks before all groups are decided, with what that does and what it leaves out. After a failure the run may go on:
 * the question stays, with its numbers, and the next confirmation continues the same run.
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
      const { runId, binned } = await decideAll(kind, requestId)
      const moved = text('tidy-up.moved', { count: binned })
      const undo = () => void undoAll(runId)
      showUndoToast({ subject: 'tidy-up', text: moved, undo, isObsoleteAfter: () => false }, texts)
      close()
    } catch (error) {
      reportFailure(error)
      setState('failed')
    }
    await reloadTidyUp(queries)
  }
  const undoAll = async (runId: string) => {
    await showFailure({ subject: 'tidy-up' }, undoDecisions(runId), text('tidy-up.undo-failed'))
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

const POLL_MS = 500

/**
 * Decides all groups and waits until it is done. The same id again continues the same run. Rejects when a call fails, while
 * the run may go on.
 */
async function decideAll(kind: TidyUpKind, requestId: string): Promise<TidyUpRun> {
  for (;;) {
    const run = await call(decideAllGroups, { params: { kind }, body: { requestId } })
    if (run.state === 'done') return run
    await new Promise(resolve => setTimeout(resolve, POLL_MS))
  }
}
