import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { createAlbum } from '../album-mutations.ts'
import { useAlbumForm } from './use-album-form.ts'

/** 'Create new album' (PL-072). Shows a failure in the open modal; a retry creates no second album. */
export function CreateAlbumDialog({ onCreated, onClose }: CreateAlbumDialogProps) {
  const { text } = useTexts()
  const queries = useQueryClient()
  const formId = useId()
  const [id] = useState(() => crypto.randomUUID())
  const form = useAlbumForm(async name => {
    await createAlbum(queries, name, id)
    onCreated(id)
  })
  return (
    <Dialog
      title={text('albums.create.title')}
      size="small"
      closeDisabled={form.pending}
      onClose={onClose}
      alert={form.failed && <AlertBanner kind="error">{text('albums.create.failed')}</AlertBanner>}
      footer={
        <>
          <Button onClick={onClose} disabled={form.pending}>
            {text('action.cancel')}
          </Button>
          <Button variant="primary" type="submit" form={formId} pending={form.pending}>
            {text('albums.create.submit')}
          </Button>
        </>
      }
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
    </Dialog>
  )
}

export interface CreateAlbumDialogProps {
  onCreated: (albumId: string) => void
  onClose: () => void
}
