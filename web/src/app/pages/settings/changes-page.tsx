import { ChangesContent } from '#web/domains/activity/index.ts'
import { SettingsFormPage } from '#web/domains/settings/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AccountPage } from '../account-page.tsx'

/** '/settings/security/changes'. */
export function ChangesPage() {
  const { text } = useTexts()
  return (
    <AccountPage>
      <SettingsFormPage title={text('changes.title')}>
        <ChangesContent />
      </SettingsFormPage>
    </AccountPage>
  )
}
