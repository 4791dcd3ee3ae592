import { DeleteAccount } from '#web/domains/closures/index.ts'
import {
  ChangeEmail,
  CustomerContent,
  FormLoading,
  PaymentMethodForm,
  PersonalDetailsForm,
  SettingsFormPage,
} from '#web/domains/settings/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AccountPage } from '../account-page.tsx'

/** The forms of the settings, in one file: they share most of their code. */

/** '/settings/email', and '/settings/b2b/email' of a business customer. */
export function ChangeEmailPage() {
  const { text } = useTexts()
  return (
    <AccountPage>
      <SettingsFormPage title={text('settings.email.title')}>
        <ChangeEmail />
      </SettingsFormPage>
    </AccountPage>
  )
}

/** '/settings/delete-account'. */
export function DeleteAccountPage() {
  const { text } = useTexts()
  return (
    <AccountPage>
      <SettingsFormPage title={text('delete-account.title')}>
        <DeleteAccount />
      </SettingsFormPage>
    </AccountPage>
  )
}

/** '/settings/payment-method'. */
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

/** '/settings/personal-details'. */
export function PersonalDetailsPage() {
  const { text } = useTexts()
  return (
    <AccountPage>
      <SettingsFormPage title={text('settings.personal-details')}>
        <CustomerContent fallback={<FormLoading fields={6} />}>
          {customer => <PersonalDetailsForm key={customer.id} customer={customer} />}
        </CustomerContent>
      </SettingsFormPage>
    </AccountPage>
  )
}
