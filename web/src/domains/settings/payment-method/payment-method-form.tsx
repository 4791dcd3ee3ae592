import * as z from 'zod/mini'
import type { Customer } from '#contract/customers.ts'
import { preferredPayment } from '#contract/input/customer.ts'
import { checkInput } from '#contract/input/field-issues.ts'
import { useRefetchCustomer } from '#web/domains/customers/index.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { useDraft } from '#web/platform/forms/use-draft.ts'
import { useForm } from '#web/platform/forms/use-form.ts'
import { formatPaymentMethod } from '#web/platform/i18n/payment-methods.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { RadioField } from '#web/ui/form/radio-field.tsx'
import { FormBody } from '../frame/form-body.tsx'
import { useSaveCustomer } from '../frame/use-save-customer.ts'

/** The preferred payment method, chosen from those of the brand. */
export function PaymentMethodForm({ customer }: { customer: Customer }) {
  const { texts, text } = useTexts()
  const { paymentMethods } = useConfig().brand
  // A method that the brand no longer offers cannot be chosen again.
  const storedMethod = paymentMethods.find(id => id === customer.paymentMethod) ?? ''
  const save = useSaveCustomer(customer)
  const form = useForm({
    check: ({ paymentMethod }) =>
      checkInput(
        z.object(preferredPayment({ paymentMethods })),
        { paymentMethod: paymentMethod || null },
        'form',
      ),
    submit: save,
    stored: { paymentMethod: storedMethod },
    refetch: useRefetchCustomer(),
    draft: useDraft('payment-method'),
    message: () => text('settings.save-failed'),
  })
  return (
    <FormBody form={form}>
      <RadioField
        name="paymentMethod"
        label={text('settings.payment-method')}
        hint={text('settings.payment-method.hint')}
        options={[
          ...paymentMethods.map(id => ({ id, label: formatPaymentMethod(texts, id) })),
          { id: '', label: text('settings.payment-method.none') },
        ]}
        defaultValue={storedMethod}
      />
    </FormBody>
  )
}
