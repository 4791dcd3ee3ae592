import { useId } from 'react'
import { BIN_DAYS } from '#contract/photos.ts'
import { useForm } from '#web/platform/forms/use-form.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { useLoaded } from '#web/platform/operations/use-loaded.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import styles from './delete-dialog.module.css'
import { PLURAL_COUNT } from './plural-count.ts'
import { ProductNotes } from './product-notes-list.tsx'

/** Confirms the deletion of all photos by a typed word, which is validated on submit only (PL-104). */
export function DeleteAllDialog({ count, products, run, onDone, onCancel }: DeleteAllDialogProps) {
  const { text } = useTexts()
  const id = useId()
  const notes = useLoaded(products)
  const word = text('delete-all.word')
  const form = useForm({
    check: values => (values.word === word ? { data: undefined } : { issues: { word: 'not-valid' } }),
    submit: async () => {
      await run()
      onDone()
    },
    message: () => text('delete-all.field-wrong', { word }),
  })
  return (
    <ConfirmDialog
      title={text('delete-all.title')}
      danger
      pending={form.pending}
      confirmLabel={text('delete-all.confirm')}
      cancelLabel={text('action.cancel')}
      closeLabel={text('action.close')}
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
      <Form
        id={id}
        className={styles.word}
        errors={form.errors}
        summaryTitle={text('form.errors')}
        pending={form.pending}
        onSubmit={form.onSubmit}
      >
        <TextField
          name="word"
          label={text('delete-all.field', { word })}
          autoFocus
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck="false"
        />
      </Form>
    </ConfirmDialog>
  )
}

export interface DeleteAllDialogProps {
  count: number
  /** What it means for products that contain the photos, as sentences. */
  products: () => Promise<string[]>
  /** Requests the deletion; rejects if the service did not accept it. */
  run: () => Promise<void>
  onDone: () => void
  onCancel: () => void
}
