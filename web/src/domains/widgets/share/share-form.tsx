import Send from 'lucide-react/icons/send'
import { useState } from 'react'
import { SHARE_MESSAGE_MAX } from '#contract/input/widget.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { FormActions } from '#web/ui/form/form-actions.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useShareForm } from './use-share-form.ts'
import styles from './widget-share.module.css'

/** Mails the widget to somebody; after that the form is ready for the next recipient, with the same words. */
export function ShareForm({ code, name, onType }: ShareFormProps) {
  const { text } = useTexts()
  const [sent, setSent] = useState({ count: 0, to: '', fromName: name, message: '' })
  return (
    <>
      {sent.count > 0 && (
        <AlertBanner kind="success">{text('widgets.share.sent', { email: sent.to })}</AlertBanner>
      )}
      <Fields
        key={sent.count}
        code={code}
        initial={sent}
        isNext={sent.count > 0}
        onType={onType}
        onSent={(to, words) => setSent(before => ({ count: before.count + 1, to, ...words }))}
      />
    </>
  )
}

interface ShareFormProps {
  code: string
  name: string
  onType: (typed: { fromName: string; personalMessage: string }) => void
}

function Fields({ code, initial, isNext, onType, onSent }: FieldsProps) {
  const { text } = useTexts()
  const { form, failure } = useShareForm(code, ({ toEmailAddress, fromName, personalMessage = '' }) =>
    onSent(toEmailAddress, { fromName, message: personalMessage }),
  )
  const readTyped = (element: HTMLElement) => {
    const values = new FormData(element.closest('form') ?? undefined)
    onType({
      fromName: String(values.get('fromName') ?? ''),
      personalMessage: String(values.get('personalMessage') ?? ''),
    })
  }
  return (
    <Form className={styles.form} form={form} failure={failure}>
      <div className={styles.form} onInput={({ target }) => readTyped(target as HTMLElement)}>
        <TextField
          name="fromName"
          label={text('widgets.share.from')}
          defaultValue={initial.fromName}
          autoComplete="name"
          spellCheck="false"
        />
        <TextField
          name="toEmailAddress"
          label={text('widgets.share.to')}
          type="email"
          autoComplete="off"
          spellCheck="false"
          autoFocus={isNext}
        />
        <TextAreaField
          name="personalMessage"
          label={text('widgets.share.message')}
          optional={text('settings.optional')}
          defaultValue={initial.message}
          hint={text('widgets.share.plain')}
          count={length => text('widgets.length', { length, max: SHARE_MESSAGE_MAX })}
        />
      </div>
      <FormActions>
        <Button variant="primary" type="submit" icon={Send} pending={form.pending}>
          {text('widgets.share.send')}
        </Button>
      </FormActions>
    </Form>
  )
}

interface FieldsProps {
  code: string
  initial: { fromName: string; message: string }
  /** Whether another mail was sent before. */
  isNext: boolean
  onType: ShareFormProps['onType']
  onSent: (to: string, words: { fromName: string; message: string }) => void
}
