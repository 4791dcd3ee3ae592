import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { PhotoTargets } from '#web/gallery/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { FormFailure } from '#web/ui/form/form-failure.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { addPhotos, createAlbum } from '../album-mutations.ts'
import { useAlbumForm } from '../editing/use-album-form.ts'
import type { TargetAlbum } from './target-album.ts'

/**
 * Creates an album of the photos. A failure is shown in the open modal; a retry creates no second album and adds no photo
 * twice.
 */
export function NewAlbumDialog({ targets, defaultName, onFailed, onDone, onCancel }: NewAlbumDialogProps) {
  const { text } = useTexts()
  const queries = useQueryClient()
  const formId = useId()
  const [id] = useState(() => crypto.randomUUID())
  const form = useAlbumForm(async name => {
    try {
      await createAlbum(queries, name, id)
      await addPhotos(queries, id, targets)
    } catch (error) {
      onFailed()
      throw error
    }
    onDone({ id, name })
  }, {})
  return (
    <ConfirmDialog
      role="dialog"
      title={text('albums.create.title')}
      confirmLabel={text('albums.create.submit')}
      form={formId}
      pending={form.pending}
      onCancel={onCancel}
      alert={<FormFailure form={form}>{text('albums.create.failed')}</FormFailure>}
    >
      <Form id={formId} form={form}>
        <TextField
          name="name"
          label={text('albums.name')}
          placeholder={text('albums.name.placeholder')}
          defaultValue={defaultName}
          autoFocus
          autoComplete="off"
        />
      </Form>
    </ConfirmDialog>
  )
}

export interface NewAlbumDialogProps {
  targets: PhotoTargets
  /** The name that is offered. */
  defaultName: string
  /** Some photos could not be added; the modal stays open. */
  onFailed: () => void
  onDone: (album: TargetAlbum) => void
  onCancel: () => void
}
