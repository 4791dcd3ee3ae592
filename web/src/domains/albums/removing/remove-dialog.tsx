import { useEffect, useState } from 'react'
import { IDS_PER_CALL } from '#contract/photos.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import styles from './remove-dialog.module.css'

/** Confirms the removal of photos from an album. Stays open while it runs, and after a failure with an alert (PL-098). */
export function RemoveDialog({
  albumName,
  count,
  ownsPhoto,
  run,
  onDone,
  onDelete,
  onCancel,
}: RemoveDialogProps) {
  const { text } = useTexts()
  const [state, setState] = useState<'asking' | 'pending' | 'failed'>('asking')
  const [done, setDone] = useState(0)
  const own = useOnce(ownsPhoto)
  const confirm = async () => {
    setState('pending')
    try {
      await run(setDone)
      onDone()
    } catch (error) {
      reportFailure(error)
      setState('failed')
    }
  }
  const pending = state === 'pending'
  return (
    <Dialog
      title={text('albums.remove.title', { count, albumName })}
      size="small"
      role="alertdialog"
      closeLabel={text('action.close')}
      closeDisabled={pending}
      onClose={onCancel}
      alert={
        state === 'failed' && (
          <AlertBanner kind="error">{text('albums.remove-photos-failed', { count })}</AlertBanner>
        )
      }
      footer={
        <>
          {own && (
            <Button variant="text" className={styles.delete} disabled={pending} onClick={onDelete}>
              {text('albums.remove.delete')}
            </Button>
          )}
          <Button onClick={onCancel} disabled={pending}>
            {text('action.cancel')}
          </Button>
          <Button variant="primary" pending={pending} onClick={() => void confirm()}>
            {text('action.remove')}
          </Button>
        </>
      }
    >
      <p>{text('albums.remove.text', { count })}</p>
      {pending && count > IDS_PER_CALL && (
        <div className={styles.progress}>
          <ProgressBar label={text('selection.remove-from-album')} value={done / count} />
          <p>{text('albums.remove.progress', { done, count })}</p>
        </div>
      )}
    </Dialog>
  )
}

export interface RemoveDialogProps {
  albumName: string
  count: number
  /** Resolves with true if the dialog may offer to delete the photo instead. */
  ownsPhoto: () => Promise<boolean>
  /** Rejects if some photos could not be removed. */
  run: (onProgress: (done: number) => void) => Promise<void>
  onDone: () => void
  onDelete: () => void
  onCancel: () => void
}

/** The result of a promise that is created once; false until it resolves, and if it rejects. */
function useOnce(load: () => Promise<boolean>): boolean {
  const [result, setResult] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: called once.
  useEffect(() => {
    let unmounted = false
    load().then(
      value => {
        if (!unmounted) setResult(value)
      },
      () => {
        // Ownership is unknown: the dialog does not offer to delete.
      },
    )
    return () => {
      unmounted = true
    }
  }, [])
  return result
}
