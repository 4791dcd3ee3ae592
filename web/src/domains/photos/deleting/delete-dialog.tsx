import { useEffect, useState } from 'react'
import { BIN_DAYS, IDS_PER_CALL } from '#contract/photos.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import styles from './delete-dialog.module.css'

/**
 * Confirms the deletion of photos. Stays open while it runs, and after a failure with an alert, where it can be retried.
 * Opened again, it shows no earlier failure (PL-097).
 */
export function DeleteDialog({ count, span, run, onDone, onCancel }: DeleteDialogProps) {
  const { text } = useTexts()
  const [state, setState] = useState<'asking' | 'deleting' | 'failed'>('asking')
  const [done, setDone] = useState(0)
  const [dates, setDates] = useState<string>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: fetched once.
  useEffect(() => {
    let unmounted = false
    span().then(
      found => {
        if (!unmounted) setDates(found)
      },
      () => {
        // The ids could not be fetched: confirming fetches them again and shows the failure.
      },
    )
    return () => {
      unmounted = true
    }
  }, [])

  const confirm = async () => {
    setState('deleting')
    const deleted = await run(setDone).catch((error: unknown) => {
      reportFailure(error)
      return false
    })
    if (deleted) onDone()
    else setState('failed')
  }
  const pending = state === 'deleting'
  return (
    <ConfirmDialog
      title={text('delete.title', { count })}
      danger
      pending={pending}
      confirmLabel={text('delete.confirm')}
      cancelLabel={text('action.cancel')}
      closeLabel={text('action.close')}
      onConfirm={() => void confirm()}
      onCancel={onCancel}
      alert={state === 'failed' && <AlertBanner kind="error">{text('delete.failed', { count })}</AlertBanner>}
    >
      {dates && <p className={styles.span}>{dates}</p>}
      <p>{text('delete.text', { count, days: BIN_DAYS })}</p>
      {pending && count > IDS_PER_CALL && (
        <div className={styles.progress}>
          <ProgressBar label={text('delete.pending')} value={done / count} />
          <p>{text('delete.progress', { done, count })}</p>
        </div>
      )}
    </ConfirmDialog>
  )
}

export interface DeleteDialogProps {
  count: number
  /** The days on which the photos were taken, as a sentence; undefined if not known. */
  span: () => Promise<string | undefined>
  /** Deletes the photos; resolves with false if some could not be deleted. */
  run: (onProgress: (done: number) => void) => Promise<boolean>
  onDone: () => void
  onCancel: () => void
}
