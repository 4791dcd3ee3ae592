import {
  CustomerContent,
  FormLoading,
  PersonalDetailsForm,
  SettingsFormPage,
} from '#web/domains/settings/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AccountPage } from '../account-page.tsx'

/** '/settings/personal-details' (AA-105). */
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
