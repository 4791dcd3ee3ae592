import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useDraft } from '#web/platform/forms/use-draft.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { createAlbum } from '../album-mutations.ts'
import { useAlbumForm } from '../editing/use-album-form.ts'
import styles from './copy-dialog.module.css'
import type { TargetAlbum } from './target-album.ts'

/** Creates an album inside the modal (PL-095). Escape and Cancel return to the albums and do not close the modal. */
export function NewAlbumForm({ onCreated, onCancel }: NewAlbumFormProps) {
  const { text } = useTexts()
  const queries = useQueryClient()
  const [id] = useState(() => crypto.randomUUID())
  const draft = useDraft('new-album')
  const form = useAlbumForm(
    async name => {
      await createAlbum(queries, name, id)
      onCreated({ id, name })
    },
    { draft },
  )
  return (
    <Form className={styles.form} form={form} failure={text('albums.create.failed')} onEscape={onCancel}>
      <TextField
        name="name"
        label={text('albums.name')}
        placeholder={text('albums.name.placeholder')}
        autoFocus
        autoComplete="off"
      />
      <div className={styles.formActions}>
        <Button onClick={onCancel} disabled={form.pending}>
          {text('action.cancel')}
        </Button>
        <Button variant="line" type="submit" pending={form.pending}>
          {text('albums.create.submit')}
        </Button>
      </div>
    </Form>
  )
}

export interface NewAlbumFormProps {
  onCreated: (album: TargetAlbum) => void
  onCancel: () => void
}
