import { useId } from 'react'
import { BIN_DAYS } from '#contract/photos.ts'
import type { Confirmation } from '#web/gallery/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { useLoaded } from '#web/platform/operations/use-loaded.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ConfirmationWord, useConfirmationWord } from './confirmation-word.tsx'
import { ProductNotes } from './product-notes-list.tsx'

/** Confirms the deletion of all photos by a typed word, which is validated on submit only. */
export function DeleteAllDialog({ count, products, run, onDone, onCancel }: DeleteAllDialogProps) {
  const { text } = useTexts()
  const id = useId()
  const notes = useLoaded(products)
  const form = useConfirmationWord(async () => {
    await run(() => {})
    onDone()
  })
  return (
    <ConfirmDialog
      title={text('delete-all.title')}
      danger
      pending={form.pending}
      confirmLabel={text('photos.delete-all')}
      form={id}
      onCancel={onCancel}
      alert={
        form.failed && (
          <AlertBanner kind="error">{text('delete.failed', { count: PLURAL_COUNT })}</AlertBanner>
        )
      }
    >
      <p>{text('delete-all.text', { count, days: BIN_DAYS })}</p>
      <ProductNotes notes={notes} />
      <ConfirmationWord id={id} form={form} />
    </ConfirmDialog>
  )
}

interface DeleteAllDialogProps extends Confirmation {
  count: number
  /** Consequences for products that contain the photos, as sentences. */
  products: () => Promise<string[]>
}

/** A count that selects the plural form, for texts about all photos whose number is not known. */
const PLURAL_COUNT = 2
