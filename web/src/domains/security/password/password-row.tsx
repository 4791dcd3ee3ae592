import { useState } from 'react'
import type { AccountSecurity } from '#contract/security.ts'
import { SettingsButton, SettingsRow } from '#web/domains/settings/index.ts'
import { instantDayLabel } from '#web/platform/i18n/dates.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PasswordDialog } from './password-dialog.tsx'

/** When the password was set, and the way to a new one (NX-319). */
export function PasswordRow({ password }: { password: AccountSecurity['password'] }) {
  const texts = useTexts()
  const { text } = texts
  const [isOpen, setOpen] = useState(false)
  return (
    <SettingsRow
      label={text('sign-in.password')}
      renderAction={id => (
        <SettingsButton labelId={id} onClick={() => setOpen(true)}>
          {text(password ? 'settings.change' : 'security.password.create')}
        </SettingsButton>
      )}
    >
      <p>
        {password
          ? text('security.password.changed', { date: instantDayLabel(texts, password.changedAt) })
          : text('security.password.none')}
      </p>
      {isOpen && <PasswordDialog onClose={() => setOpen(false)} />}
    </SettingsRow>
  )
}
