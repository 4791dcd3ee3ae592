import { type FormEvent, useRef, useState } from 'react'
import { BIN_DAYS } from '#contract/photos.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import styles from './delete-dialog.module.css'
import { MANY } from './many.ts'

/** The question before all photos are deleted: the word must be typed, it is looked at on submit only (PL-104). */
export function DeleteAllDialog({ count, run, onDone, onCancel }: DeleteAllDialogProps) {
  const { text } = useTexts()
  const [state, setState] = useState<'asking' | 'pending' | 'failed'>('asking')
  const [wrong, setWrong] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const word = text('delete-all.word')

  const submit = async () => {
    if (state === 'pending') return
    const right = field.current?.value === word
    setWrong(!right)
    if (!right) {
      setState('asking')
      field.current?.focus()
      return
    }
    setState('pending')
    try {
      await run()
      onDone()
    } catch (error) {
      reportFailure(error)
      setState('failed')
    }
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void submit()
  }
  return (
    <ConfirmDialog
      title={text('delete-all.title')}
      danger
      pending={state === 'pending'}
      confirmLabel={text('delete-all.confirm')}
      cancelLabel={text('action.cancel')}
      closeLabel={text('action.close')}
      onConfirm={() => void submit()}
      onCancel={onCancel}
      alert={
        state === 'failed' && <AlertBanner kind="error">{text('delete.failed', { count: MANY })}</AlertBanner>
      }
    >
      <p>{text('delete-all.text', { count, days: BIN_DAYS })}</p>
      <form className={styles.word} onSubmit={onSubmit} noValidate>
        <TextField
          ref={field}
          label={text('delete-all.field', { word })}
          error={wrong ? text('delete-all.field-wrong', { word }) : undefined}
          readOnly={state === 'pending'}
          autoFocus
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
        />
      </form>
    </ConfirmDialog>
  )
}

export interface DeleteAllDialogProps {
  count: number
  /** Has them deleted; rejects when the service did not take it on. */
  run: () => Promise<void>
  onDone: () => void
  onCancel: () => void
}
