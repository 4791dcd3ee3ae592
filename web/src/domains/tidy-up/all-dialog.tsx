import { useQueryClient } from '@tanstack/react-query'
import BookImage from 'lucide-react/icons/book-image'
import Calendar from 'lucide-react/icons/calendar'
import Images from 'lucide-react/icons/images'
import { useState } from 'react'
import { BIN_DAYS } from '#contract/photos.ts'
import type { TidyUpKind, TidyUpTotals } from '#contract/tidy-up.ts'
import { fileSizeLabel } from '#web/platform/i18n/file-size.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { toasts } from '#web/ui/toasts.ts'
import { decideAll, undoAll } from './decide-all.ts'
import { reloadTidyUp } from './queries.ts'
import styles from './tidy-up.module.css'

/** Asks before all groups are decided, with what that does and what it leaves out (NX-226). */
export function AllDialog({ kind, totals, isOpen, onClose }: AllDialogProps) {
  const texts = useTexts()
  const { text } = texts
  const queries = useQueryClient()
  const [isPending, setPending] = useState(false)
  const { photos, groups, albums, dates, leftOut } = totals
  const confirm = async () => {
    setPending(true)
    try {
      const { runId, binned } = await decideAll(kind)
      toasts.add({
        subject: 'tidy-up',
        kind: 'success',
        text: text('tidy-up.moved', { count: binned }),
        timeoutMs: UNDO_MS,
        action: { label: text('action.undo'), isUndo: true, onAction: () => void undo(runId) },
      })
    } catch (error) {
      reportFailure(error)
      toasts.add({ subject: 'tidy-up', kind: 'error', text: text('tidy-up.failed') })
    }
    setPending(false)
    onClose()
    await reloadTidyUp(queries)
  }
  const undo = async (runId: string) => {
    try {
      await undoAll(runId)
    } catch (error) {
      reportFailure(error)
      toasts.add({ subject: 'tidy-up', kind: 'error', text: text('tidy-up.undo-failed') })
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
      pending={isPending}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <p className={styles.allText}>
        {text(`tidy-up.all.text.${kind}`, {
          count: photos,
          size: fileSizeLabel(texts, totals.bytes, 0),
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

const UNDO_MS = 8000

interface AllDialogProps {
  kind: TidyUpKind
  totals: TidyUpTotals
  isOpen: boolean
  onClose: () => void
}
