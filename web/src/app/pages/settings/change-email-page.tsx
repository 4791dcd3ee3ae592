import { ChangeEmail, SettingsFormPage } from '#web/domains/settings/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AccountPage } from '../account-page.tsx'

/** '/settings/email', and '/settings/b2b/email' of a business customer (AA-048). */
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
