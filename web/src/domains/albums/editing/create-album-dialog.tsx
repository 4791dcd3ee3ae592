import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useDraft } from '#web/platform/forms/use-draft.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { FormFailure } from '#web/ui/form/form-failure.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { createAlbum } from '../album-mutations.ts'
import { useAlbumForm } from './use-album-form.ts'

/** 'Create new album'. Shows a failure in the open modal; a retry creates no second album. */
export function CreateAlbumDialog({ onCreated, onClose }: CreateAlbumDialogProps) {
  const { text } = useTexts()
  const queries = useQueryClient()
  const formId = useId()
  const [id] = useState(() => crypto.randomUUID())
  const draft = useDraft('new-album')
  const form = useAlbumForm(
    async name => {
      await createAlbum(queries, name, id)
      onCreated(id)
    },
    { draft },
  )
  return (
    <ConfirmDialog
      role="dialog"
      title={text('albums.create.title')}
      confirmLabel={text('albums.create.submit')}
      form={formId}
      pending={form.pending}
      onCancel={onClose}
      alert={<FormFailure form={form}>{text('albums.create.failed')}</FormFailure>}
    >
      <Form id={formId} form={form}>
        <TextField
          name="name"
          label={text('albums.name')}
          placeholder={text('albums.name.placeholder')}
          autoFocus
          autoComplete="off"
        />
      </Form>
    </ConfirmDialog>
  )
}

export interface CreateAlbumDialogProps {
  onCreated: (albumId: string) => void
  onClose: () => void
}
