import { useId } from 'react'
import { checkInput } from '#contract/input/field-issues.ts'
import { PASSKEY_NAME_MAX, passkeyForm } from '#contract/input/passkey.ts'
import { type Passkey, renamePasskey } from '#contract/passkeys.ts'
import { getLimitText } from '#web/platform/forms/limit-text.ts'
import { useDraft } from '#web/platform/forms/use-draft.ts'
import { useForm } from '#web/platform/forms/use-form.ts'
import { call } from '#web/platform/http/call.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form, FormFailure } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import styles from './passkeys.module.css'

/** Names a passkey, right after it was added or later. A new one has a name already, so that closing is enough. */
export function NamePasskeyDialog({ passkey, isNew, onSaved, onClose }: NamePasskeyDialogProps) {
  const { texts, text } = useTexts()
  const id = useId()
  const label = text('field.name')
  const form = useForm({
    check: values => checkInput(passkeyForm, values, 'form'),
    submit: async ({ name }) => {
      if (name !== passkey.name) {
        await call(renamePasskey, { params: { id: passkey.id }, body: { name } })
        await onSaved()
      }
      onClose()
    },
    stored: { name: passkey.name },
    draft: useDraft(`passkey ${passkey.id}`),
    message: (_, issue) =>
      getLimitText(texts, { label, max: PASSKEY_NAME_MAX }, issue) ?? text('passkeys.name.not-valid'),
  })
  return (
    <Dialog
      title={text(isNew ? 'passkeys.added' : 'passkeys.rename.title')}
      size="small"
      onClose={onClose}
      closeDisabled={form.pending}
      alert={<FormFailure form={form}>{text('settings.save-failed')}</FormFailure>}
      footer={
        <Button variant="primary" type="submit" form={id} pending={form.pending}>
          {text(isNew ? 'passkeys.done' : 'action.save')}
        </Button>
      }
    >
      {isNew && <p className={styles.added}>{text('passkeys.added.text')}</p>}
      <Form id={id} form={form}>
        <TextField
          name="name"
          label={label}
          hint={text('passkeys.name.hint')}
          defaultValue={passkey.name}
          autoComplete="off"
          autoFocus
        />
      </Form>
    </Dialog>
  )
}

export interface NamePasskeyDialogProps {
  passkey: Passkey
  isNew: boolean
  onSaved: () => Promise<void>
  onClose: () => void
}
