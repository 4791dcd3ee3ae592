import type { Customer } from '#contract/customers.ts'
import { formatPaymentMethod } from '#web/platform/i18n/payment-methods.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { SettingsNote, SettingsRow } from '../list/settings-row.tsx'

/** The preferred payment method. */
export function PaymentMethodRow({ customer: { paymentMethod } }: { customer: Customer }) {
  const { texts, text } = useTexts()
  return (
    <SettingsRow
      label={text('settings.payment-method')}
      link={{ to: PATHS.paymentMethod, text: text('action.edit') }}
    >
      <p>
        {paymentMethod ? formatPaymentMethod(texts, paymentMethod) : text('settings.payment-method.none')}
      </p>
      <SettingsNote>{text('settings.payment-method.hint')}</SettingsNote>
    </SettingsRow>
  )
}
