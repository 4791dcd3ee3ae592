import {
  CustomerContent,
  FormLoading,
  PaymentMethodForm,
  SettingsFormPage,
} from '#web/domains/settings/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AccountPage } from '../account-page.tsx'

/** '/settings/payment-method' (AA-106). */
export function PaymentMethodPage() {
  const { text } = useTexts()
  return (
    <AccountPage>
      <SettingsFormPage title={text('settings.payment-method')}>
        <CustomerContent fallback={<FormLoading fields={4} />}>
          {customer => <PaymentMethodForm key={customer.id} customer={customer} />}
        </CustomerContent>
      </SettingsFormPage>
    </AccountPage>
  )
}
