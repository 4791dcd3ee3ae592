import { useQueryClient } from '@tanstack/react-query'
import { Passkeys } from '#web/domains/passkeys/index.ts'
import { AccountSecurityContent, reloadSecurity } from '#web/domains/security/index.ts'
import { SettingsFormPage } from '#web/domains/settings/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AccountPage } from '../account-page.tsx'

/** '/settings/security'. */
export function SecurityPage() {
  const { text } = useTexts()
  const queries = useQueryClient()
  return (
    <AccountPage>
      <SettingsFormPage title={text('security.title')}>
        <AccountSecurityContent passkeys={<Passkeys onChanged={() => void reloadSecurity(queries)} />} />
      </SettingsFormPage>
    </AccountPage>
  )
}
