import { useState } from 'react'
import { encodeBase64Text } from '#contract/input/base64-text.ts'
import { checkInput } from '#contract/input/field-issues.ts'
import { type WidgetShareInput, widgetShareForm } from '#contract/input/widget.ts'
import { shareWidget } from '#contract/widgets.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { useDraft } from '#web/platform/forms/use-draft.ts'
import { type FormState, useForm } from '#web/platform/forms/use-form.ts'
import { call } from '#web/platform/http/call.ts'
import { HttpFailure } from '#web/platform/http/http-failure.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { createFieldMessageLookup } from '../field-message.ts'

/** Form of the mail, checked by the contract: a wrong address is refused before anything is sent (AA-093). */
export function useShareForm(
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
