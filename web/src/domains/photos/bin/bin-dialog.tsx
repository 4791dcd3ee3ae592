import { useId } from 'react'
import { IDS_PER_CALL } from '#contract/photos.ts'
import type { Confirmation } from '#web/gallery/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { useOperation } from '#web/platform/operations/use-operation.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { DialogProgress } from '#web/ui/dialog-progress.tsx'
import { ConfirmationWord, useConfirmationWord } from '../deleting/confirmation-word.tsx'
import type { BinOperation } from './bin-operation.ts'

/** Confirms an operation on photos of the bin. Stays open while it runs, and after a failure. */
export function BinDialog({ count, operation, run, onDone, onCancel }: BinDialogProps) {
  const { text } = useTexts()
  const id = useId()
  const { pending, failed, done, start } = useOperation(run, onDone)
  const form = useConfirmationWord(async () => start())
  const asksForWord = operation.danger && count > COUNT_WITHOUT_WORD
  return (
    <ConfirmDialog
      title={text(operation.title, { count })}
      danger={operation.danger}
      pending={pending}
      confirmLabel={text(operation.confirm)}
      {...(asksForWord ? { form: id } : { onConfirm: start })}
      onCancel={onCancel}
      alert={failed && <AlertBanner kind="error">{text(operation.failed, { count })}</AlertBanner>}
    >
      <p>{text(operation.text, { count })}</p>
      {asksForWord && <ConfirmationWord id={id} form={form} pending={pending} />}
      {pending && count > IDS_PER_CALL && (
        <DialogProgress label={text(operation.pending)} value={done / count}>
          {text('bin.progress', { done, count })}
        </DialogProgress>
      )}
    </ConfirmDialog>
  )
}

/** Photos that are erased by one click; more of them by a typed word. */
const COUNT_WITHOUT_WORD = 10

interface BinDialogProps extends Confirmation {
  count: number
  operation: BinOperation
}
