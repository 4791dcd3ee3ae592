import type { AccountSecurity } from '#contract/security.ts'
import { SettingsLink, SettingsNote, SettingsRow } from '#web/domains/settings/index.ts'
import { instantDayLabel } from '#web/platform/i18n/dates.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { useClaims } from '#web/platform/session/page-session.ts'
import { isBusiness } from '#web/platform/session/session.ts'

/** The address, and earlier ones that get security mails. */
export function EmailAddressesRow({ formerEmails }: Pick<AccountSecurity, 'formerEmails'>) {
  const texts = useTexts()
  const { text } = texts
  const claims = useClaims()
  return (
    <SettingsRow
      label={text('settings.email')}
      renderAction={id => (
        <SettingsLink to={isBusiness(claims) ? PATHS.changeBusinessEmail : PATHS.changeEmail} labelId={id}>
          {text('settings.change')}
        </SettingsLink>
      )}
    >
      <p>{claims.email}</p>
      {formerEmails.map(({ email, until }) => (
        <SettingsNote key={email}>
          {text('security.former-email', { date: instantDayLabel(texts, until), email })}
        </SettingsNote>
      ))}
    </SettingsRow>
  )
}
