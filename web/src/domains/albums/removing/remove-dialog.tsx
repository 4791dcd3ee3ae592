import { useEffect, useState } from 'react'
import { IDS_PER_CALL } from '#contract/photos.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import styles from './remove-dialog.module.css'

/** The question before photos leave an album. It stays open while they do, and after a failure, with its alert (PL-098). */
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
  const own = useAnswer(ownsPhoto)
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
  /** Whether the photo may be deleted instead. */
  ownsPhoto: () => Promise<boolean>
  /** Rejects if some are still in the album. */
  run: (onProgress: (done: number) => void) => Promise<void>
  onDone: () => void
  onDelete: () => void
  onCancel: () => void
}

/** The answer to a question that is asked once; false until it comes, and if it does not. */
function useAnswer(question: () => Promise<boolean>): boolean {
  const [answer, setAnswer] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once.
  useEffect(() => {
    let over = false
    question().then(
      yes => {
        if (!over) setAnswer(yes)
      },
      () => {
        // What is not known is not offered.
      },
    )
    return () => {
      over = true
    }
  }, [])
  return answer
}
