import { BIN_DAYS, IDS_PER_CALL } from '#contract/photos.ts'
import type { Confirmation } from '#web/gallery/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { useLoaded } from '#web/platform/operations/use-loaded.ts'
import { DialogProgress } from '#web/ui/dialog-progress.tsx'
import { OperationDialog } from '#web/ui/operation-dialog.tsx'
import { ProductNotes } from './product-notes-list.tsx'

/**
 * Confirms the deletion of photos. Stays open while it runs, where more than one batch can be stopped, and after a
 * failure with an alert, where it can be retried. Opened again, it shows no earlier failure.
 */
export function DeleteDialog({ count, span, products, run, onDone, onCancel, onStop }: DeleteDialogProps) {
  const { text } = useTexts()
  const dates = useLoaded(span)
  const notes = useLoaded(products)
  const isInBatches = count > IDS_PER_CALL
  return (
    <OperationDialog
      title={text('delete.title', { count })}
      danger
      confirmLabel={text('action.delete')}
      run={run}
      onDone={onDone}
      onCancel={onCancel}
      stop={isInBatches ? { label: text('delete.stop'), onStop } : undefined}
      failure={text('delete.failed', { count })}
    >
      {({ pending, done }) => (
        <>
          {dates && <p className="ui-strong ui-below8">{dates}</p>}
          <p>{text('delete.text', { count, days: BIN_DAYS })}</p>
          <ProductNotes notes={notes} />
          {pending && isInBatches && (
            <DialogProgress label={text('delete.pending')} value={done / count}>
              {text('delete.progress', { done, count })}
            </DialogProgress>
          )}
        </>
      )}
    </OperationDialog>
  )
}

interface DeleteDialogProps extends Confirmation {
  count: number
  /** The days on which the photos were taken, as a sentence; undefined if not known. */
  span: () => Promise<string | undefined>
  /** Consequences for products that contain the photos, as sentences. */
  products: () => Promise<string[]>
  /** Ends the deletion after the batch that is running. */
  onStop: () => void
}
