import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { createAlbum } from '../album-changes.ts'
import { useAlbumName } from './use-album-name.ts'

/** 'Create new album' (PL-072). A failure is told in the open modal; a second try makes no second album. */
export function CreateAlbumDialog({ onCreated, onClose }: CreateAlbumDialogProps) {
  const { text } = useTexts()
  const queries = useQueryClient()
  const form = useId()
  const [id] = useState(() => crypto.randomUUID())
  const name = useAlbumName()
  const [state, setState] = useState<'open' | 'pending' | 'failed'>('open')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (state === 'pending' || !name.check()) return
    setState('pending')
    try {
      await createAlbum(queries, name.value, id)
      onCreated(id)
    } catch (error) {
      reportFailure(error)
      setState('failed')
    }
  }
  return (
    <Dialog
      title={text('albums.create.title')}
      size="small"
      closeLabel={text('action.close')}
      closeDisabled={state === 'pending'}
      onClose={onClose}
      alert={state === 'failed' && <AlertBanner kind="error">{text('albums.create.failed')}</AlertBanner>}
      footer={
        <>
          <Button onClick={onClose} disabled={state === 'pending'}>
            {text('action.cancel')}
          </Button>
          <Button variant="primary" type="submit" form={form} pending={state === 'pending'}>
            {text('albums.create.submit')}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={event => void submit(event)}>
        <TextField
          ref={name.field}
          label={text('albums.name')}
          placeholder={text('albums.name.placeholder')}
          value={name.value}
          error={name.error && text(name.error)}
          autoFocus
          autoComplete="off"
          onChange={event => name.change(event.target.value)}
        />
      </form>
    </Dialog>
  )
}

export interface CreateAlbumDialogProps {
  onCreated: (albumId: string) => void
  onClose: () => void
}
