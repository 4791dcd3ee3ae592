import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PhotoTargets } from '#web/gallery/index.ts'
import { useDraft } from '#web/platform/forms/use-draft.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { addPhotos, createAlbum } from '../album-mutations.ts'
import type { TargetAlbum } from '../copying/target-album.ts'
import { useAlbumForm } from './use-album-form.ts'

/**
 * 'Create new album', with photos if there are `targets`. A failure is shown in the open modal; a retry creates no second
 * album and adds no photo twice.
 */
export function CreateAlbumDialog({
  targets,
  defaultName,
  onFailed,
  onDone,
  onCancel,
}: CreateAlbumDialogProps) {
  const { text } = useTexts()
  const queries = useQueryClient()
  const [id] = useState(() => crypto.randomUUID())
  const draft = useDraft('new-album')
  const create = async (name: string) => {
    try {
      await createAlbum(queries, name, id)
      if (targets) await addPhotos(queries, id, targets)
    } catch (error) {
      onFailed?.()
      throw error
    }
    onDone({ id, name })
  }
  const form = useAlbumForm(create, targets ? {} : { draft })
  return (
    <FormDialog
      form={form}
      title={text('albums.create.title')}
      confirmLabel={text('albums.create.submit')}
      failure={text('albums.create.failed')}
      onCancel={onCancel}
    >
      <TextField
        name="name"
        label={text('albums.name')}
        placeholder={text('albums.name.placeholder')}
        defaultValue={defaultName}
        autoFocus
        autoComplete="off"
      />
    </FormDialog>
  )
}

export interface CreateAlbumDialogProps {
  targets?: PhotoTargets
  /** The name that is offered. */
  defaultName?: string
  /** The album could not be created, or some photos not be added; the modal stays open. */
  onFailed?: () => void
  onDone: (album: TargetAlbum) => void
  onCancel: () => void
}
