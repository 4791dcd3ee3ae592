import { useState } from 'react'
import { IDS_PER_CALL } from '#contract/photos.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import styles from './bin.module.css'
import type { BinOperation } from './bin-operation.ts'

/** Confirms an operation on photos of the bin. Stays open while it runs, and after a failure. */
export function BinDialog({ count, operation, run, onDone, onCancel }: BinDialogProps) {
  const { text } = useTexts()
  const [state, setState] = useState<'asking' | 'pending' | 'failed'>('asking')
  const [done, setDone] = useState(0)
  const confirm = async () => {
    setState('pending')
    if (await run(setDone)) onDone()
    else setState('failed')
  }
  return (
    <ConfirmDialog
      title={text(operation.title, { count })}
      danger={operation.danger}
      pending={state === 'pending'}
      confirmLabel={text(operation.confirm)}
      cancelLabel={text('action.cancel')}
      closeLabel={text('action.close')}
      onConfirm={() => void confirm()}
      onCancel={onCancel}
      alert={
        state === 'failed' && <AlertBanner kind="error">{text(operation.failed, { count })}</AlertBanner>
      }
    >
      <p>{text(operation.text, { count })}</p>
      {state === 'pending' && count > IDS_PER_CALL && (
        <div className={styles.progress}>
          <ProgressBar label={text(operation.pending)} value={done / count} />
          <p>{text('bin.progress', { done, count })}</p>
        </div>
      )}
    </ConfirmDialog>
  )
}

export interface BinDialogProps {
  count: number
  operation: BinOperation
  /** Resolves with false if some photos could not be processed. */
  run: (onProgress: (done: number) => void) => Promise<boolean>
  onDone: () => void
  onCancel: () => void
}
