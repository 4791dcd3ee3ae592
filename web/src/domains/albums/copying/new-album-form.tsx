import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { createAlbum } from '../album-changes.ts'
import { useAlbumName } from '../editing/use-album-name.ts'
import type { ChosenAlbum } from './chosen-album.ts'
import styles from './copy-dialog.module.css'

/** Makes an album inside the modal (PL-095). Escape and Cancel lead back to the albums, not out of the modal. */
export function NewAlbumForm({ onCreated, onCancel }: NewAlbumFormProps) {
  const { text } = useTexts()
  const queries = useQueryClient()
  const [id] = useState(() => crypto.randomUUID())
  const name = useAlbumName()
  const [state, setState] = useState<'open' | 'pending' | 'failed'>('open')
  const pending = state === 'pending'
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (pending || !name.check()) return
    setState('pending')
    try {
      await createAlbum(queries, name.value, id)
      onCreated({ id, name: name.value.trimEnd() })
    } catch (error) {
      reportFailure(error)
      setState('failed')
    }
  }
  return (
    <form noValidate className={styles.form} onSubmit={event => void submit(event)}>
      {state === 'failed' && <AlertBanner kind="error">{text('albums.create.failed')}</AlertBanner>}
      <TextField
        ref={name.field}
        label={text('albums.name')}
        placeholder={text('albums.name.placeholder')}
        value={name.value}
        error={name.error && text(name.error)}
        autoFocus
        autoComplete="off"
        onChange={event => name.change(event.target.value)}
        onKeyDown={event => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          onCancel()
        }}
      />
      <div className={styles.formActions}>
        <Button onClick={onCancel} disabled={pending}>
          {text('action.cancel')}
        </Button>
        <Button variant="line" type="submit" pending={pending}>
          {text('albums.create.submit')}
        </Button>
      </div>
    </form>
  )
}

export interface NewAlbumFormProps {
  onCreated: (album: ChosenAlbum) => void
  onCancel: () => void
}
