import Send from 'lucide-react/icons/send'
import { useState } from 'react'
import { encodeBase64Text } from '#contract/input/base64-text.ts'
import { checkInput } from '#contract/input/field-issues.ts'
import { SHARE_MESSAGE_MAX, type WidgetShareInput, widgetShareForm } from '#contract/input/widget.ts'
import { shareWidget } from '#contract/widgets.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { useDraft } from '#web/platform/forms/use-draft.ts'
import { type FormState, useForm } from '#web/platform/forms/use-form.ts'
import { call } from '#web/platform/http/call.ts'
import { HttpFailure } from '#web/platform/http/http-failure.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { FormActions } from '#web/ui/form/form-actions.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { createFieldMessageLookup } from '../field-message.ts'
import styles from './widget-share.module.css'

/** Mails the widget to somebody; after that the form is ready for the next recipient, with the same name and message. */
export function ShareForm({ code, name, onType }: ShareFormProps) {
  const { text } = useTexts()
  const [lastMail, setLastMail] = useState({ count: 0, to: '', fromName: name, message: '' })
  return (
    <>
      {lastMail.count > 0 && (
        <div className={styles.sent}>
          <AlertBanner kind="success">{text('widgets.share.sent', { email: lastMail.to })}</AlertBanner>
        </div>
      )}
      <Fields
        key={lastMail.count}
        code={code}
        initial={lastMail}
        isNext={lastMail.count > 0}
        onType={onType}
        onSent={(to, content) => setLastMail(before => ({ count: before.count + 1, to, ...content }))}
      />
    </>
  )
}

interface ShareFormProps {
  code: string
  name: string
  onType: (values: { fromName: string; personalMessage: string }) => void
}

function Fields({ code, initial, isNext, onType, onSent }: FieldsProps) {
  const { text } = useTexts()
  const { form, failure } = useShareForm(code, ({ toEmailAddress, fromName, personalMessage = '' }) =>
    onSent(toEmailAddress, { fromName, message: personalMessage }),
  )
  const readValues = (element: HTMLElement) => {
    const values = new FormData(element.closest('form') ?? undefined)
    onType({
      fromName: String(values.get('fromName') ?? ''),
      personalMessage: String(values.get('personalMessage') ?? ''),
    })
  }
  return (
    <Form className={styles.form} form={form} failure={failure}>
      <div className={styles.form} onInput={({ target }) => readValues(target as HTMLElement)}>
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
          {text('action.send-email')}
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
  onSent: (to: string, content: { fromName: string; message: string }) => void
}

/** Form of the mail, checked by the contract: a wrong address is refused before anything is sent. */
function useShareForm(
  code: string,
  onSent: (share: WidgetShareInput) => void,
): { form: FormState; failure: string } {
  const texts = useTexts()
  const { vendor: vendorId } = useConfig().brand
  const [isRateLimited, setRateLimited] = useState(false)
  const form = useForm({
    check: values => checkInput(widgetShareForm, values, 'form'),
    submit: async share => {
      const { toEmailAddress, ...content } = share
      const query = { vendorId, ...content, toEmailAddress: encodeBase64Text(toEmailAddress) }
      try {
        await call(shareWidget, { params: { id: code }, query })
      } catch (error) {
        setRateLimited(error instanceof HttpFailure && error.status === 429)
        throw error
      }
      onSent(share)
    },
    draft: useDraft(`widget-mail ${code}`),
    message: createFieldMessageLookup(texts),
  })
  return { form, failure: texts.text(isRateLimited ? 'widgets.share.too-many' : 'widgets.share.failed') }
}
