import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { createApiKey } from '#contract/api-keys.ts'
import { API_KEY_DAYS } from '#contract/input/api-key.ts'
import { useForm } from '#web/platform/forms/use-form.ts'
import { call } from '#web/platform/http/call.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { FormFailure } from '#web/ui/form/form-failure.tsx'
import { RadioField } from '#web/ui/form/radio-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { reloadApiKeys } from '../api-key-queries.ts'
import { explainRefusal } from './creation-failure.ts'
import styles from './dialog-form.module.css'
import { checkNewKey, createFieldMessageLookup } from './key-form.ts'
import type { ShownKey } from './key-shown-dialog.tsx'
import { NetworksField } from './networks-field.tsx'
import { ScopesField } from './scopes-field.tsx'

/** Creates a key with name, scopes, end and, optionally, networks (NX-341). */
export function CreateKeyDialog({ onCreated, onClose }: CreateKeyDialogProps) {
  const texts = useTexts()
  const { text } = texts
  const id = useId()
  const queries = useQueryClient()
  const form = useForm({
    check: checkNewKey,
    submit: async body => {
      const created = await call(createApiKey, { body })
      void reloadApiKeys(queries)
      onCreated(created)
    },
    message: createFieldMessageLookup(texts),
    refusal: error => {
      const reason = explainRefusal(texts, error)
      return reason === undefined ? undefined : { form: reason }
    },
  })
  return (
    <ConfirmDialog
      role="dialog"
      size="medium"
      title={text('api-keys.create.title')}
      confirmLabel={text('api-keys.create.submit')}
      form={id}
      pending={form.pending}
      onCancel={onClose}
      alert={
        form.errors.form ? (
          <AlertBanner kind="error">{form.errors.form}</AlertBanner>
        ) : (
          <FormFailure form={form}>{text('api-keys.create.failed')}</FormFailure>
        )
      }
    >
      <Form id={id} className={styles.form} form={form}>
        <TextField
          name="name"
          label={text('api-keys.name')}
          hint={text('api-keys.name.hint')}
          autoComplete="off"
          autoFocus
        />
        <ScopesField />
        <RadioField
          name="days"
          label={text('api-keys.days')}
          options={API_KEY_DAYS.map(days => ({ id: String(days), label: text(DAY_TEXTS[days]) }))}
          defaultValue="365"
          inCards
        />
        <NetworksField />
      </Form>
    </ConfirmDialog>
  )
}

const DAY_TEXTS = {
  90: 'api-keys.days.90',
  365: 'api-keys.days.365',
  730: 'api-keys.days.730',
} as const

interface CreateKeyDialogProps {
  onCreated: (shown: ShownKey) => void
  onClose: () => void
}
