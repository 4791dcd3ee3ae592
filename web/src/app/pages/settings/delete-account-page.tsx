import { DeleteAccount } from '#web/domains/closures/index.ts'
import { SettingsFormPage } from '#web/domains/settings/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AccountPage } from '../account-page.tsx'

/** '/settings/delete-account' (AA-041). */
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
