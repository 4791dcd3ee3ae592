import { useState } from 'react'
import { IDS_PER_CALL } from '#contract/photos.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import styles from './bin.module.css'
import type { BinOperation } from './bin-operation.ts'

/** The question before something is done to photos of the bin; open until it is done, and after a failure. */
export function BinDialog({ count, question, run, onDone, onCancel }: BinDialogProps) {
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
      title={text(question.title, { count })}
      danger={question.danger}
      pending={state === 'pending'}
      confirmLabel={text(question.confirm)}
      cancelLabel={text('action.cancel')}
      closeLabel={text('action.close')}
      onConfirm={() => void confirm()}
      onCancel={onCancel}
      alert={state === 'failed' && <AlertBanner kind="error">{text(question.failed, { count })}</AlertBanner>}
    >
      <p>{text(question.text, { count })}</p>
      {state === 'pending' && count > IDS_PER_CALL && (
        <div className={styles.progress}>
          <ProgressBar label={text(question.pending)} value={done / count} />
          <p>{text('bin.progress', { done, count })}</p>
        </div>
      )}
    </ConfirmDialog>
  )
}

export interface BinDialogProps {
  count: number
  question: BinOperation
  /** False if something is left to do. */
  run: (onProgress: (done: number) => void) => Promise<boolean>
  onDone: () => void
  onCancel: () => void
}
