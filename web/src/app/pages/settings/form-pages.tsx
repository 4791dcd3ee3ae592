import type { ReactNode } from 'react'
import { DeleteAccount } from '#web/domains/closures/index.ts'
import {
  ChangeEmail,
  CustomerContent,
  FormLoading,
  PaymentMethodForm,
  PersonalDetailsForm,
  SettingsFormPage,
} from '#web/domains/settings/index.ts'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AccountPage } from '../account-page.tsx'

/** The forms of the settings, in one file: they share most of their code. */

/** '/settings/email', and '/settings/b2b/email' of a business customer. */
export function ChangeEmailPage() {
  return (
    <FormPage title="settings.email.title">
      <ChangeEmail />
    </FormPage>
  )
}

/** '/settings/delete-account'. */
export function DeleteAccountPage() {
  return (
    <FormPage title="delete-account.title">
      <DeleteAccount />
    </FormPage>
  )
}

/** '/settings/payment-method'. */
export function PaymentMethodPage() {
  return (
    <FormPage title="settings.payment-method">
      <CustomerContent fallback={<FormLoading fields={4} />}>
        {customer => <PaymentMethodForm key={customer.id} customer={customer} />}
      </CustomerContent>
    </FormPage>
  )
}

/** '/settings/personal-details'. */
export function PersonalDetailsPage() {
  return (
    <FormPage title="settings.personal-details">
      <CustomerContent fallback={<FormLoading fields={6} />}>
        {customer => <PersonalDetailsForm key={customer.id} customer={customer} />}
      </CustomerContent>
    </FormPage>
  )
}

/** A page below the settings: the way back, a title and its content. */
function FormPage({ title, children }: { title: MessageId; children: ReactNode }) {
  const { text } = useTexts()
  return (
    <AccountPage>
      <SettingsFormPage title={text(title)}>{children}</SettingsFormPage>
    </AccountPage>
  )
}
