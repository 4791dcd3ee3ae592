import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { type ApiKey, updateApiKey } from '#contract/api-keys.ts'
import { useDraft } from '#web/platform/forms/use-draft.ts'
import { useForm } from '#web/platform/forms/use-form.ts'
import { call } from '#web/platform/http/call.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { FormFailure } from '#web/ui/form/form-failure.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { toasts } from '#web/ui/toasts.ts'
import { reloadApiKeys } from '../api-key-queries.ts'
import styles from './dialog-form.module.css'
import { checkChangedKey, createFieldMessageLookup } from './key-form.ts'
import { NetworksField } from './networks-field.tsx'

/** Changes name and networks of a key. */
export function EditKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const texts = useTexts()
  const { text } = texts
  const id = useId()
  const queries = useQueryClient()
  const form = useForm({
    check: checkChangedKey,
    submit: async body => {
      await call(updateApiKey, { params: { id: apiKey.id }, body })
      await reloadApiKeys(queries)
      toasts.add({ subject: `api-key ${apiKey.id}`, kind: 'success', text: text('api-keys.saved') })
      onClose()
    },
    message: createFieldMessageLookup(texts),
    draft: useDraft(`api-key ${apiKey.id}`),
  })
  return (
    <ConfirmDialog
      role="dialog"
      title={text('api-keys.edit')}
      confirmLabel={text('action.save')}
      form={id}
      pending={form.pending}
      onCancel={onClose}
      alert={<FormFailure form={form}>{text('settings.save-failed')}</FormFailure>}
    >
      <Form id={id} className={styles.form} form={form}>
        <TextField
          name="name"
          label={text('api-keys.name')}
          hint={text('api-keys.name.hint')}
          defaultValue={apiKey.name}
          autoComplete="off"
          autoFocus
        />
        <NetworksField networks={apiKey.networks} />
      </Form>
    </ConfirmDialog>
  )
}
