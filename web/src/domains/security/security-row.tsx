import { useQuery } from '@tanstack/react-query'
import type { AccountSecurity } from '#contract/security.ts'
import { SettingsNote, SettingsRow } from '#web/domains/settings/index.ts'
import { instantDayLabel } from '#web/platform/i18n/dates.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { accountSecurityQuery } from './security-queries.ts'

/** The row of the settings that leads to what can sign in to the account. */
export function SecurityRow() {
  const { texts, text } = useTexts()
  const { data, isPending } = useQuery(accountSecurityQuery)
  return (
    <SettingsRow
      label={text('security.title')}
      link={{ to: PATHS.security, text: text('settings.addresses.manage') }}
    >
      {isPending ? (
        <div className="ui-stack8">
          <Skeleton width="60%" height={20} />
          <Skeleton width="40%" height={20} />
        </div>
      ) : (
        <>
          <p>{(data && summarize(texts, data)) || text('security.changes')}</p>
          {data?.lastEventAt && (
            <SettingsNote>
              {text('security.last-change', { date: instantDayLabel(texts, data.lastEventAt) })}
            </SettingsNote>
          )}
        </>
      )}
    </SettingsRow>
  )
}

/** 'Password, 2 passkeys, 4 devices and apps'. */
function summarize(
  { text }: Texts,
  { password, passkeys, devices, uploadSessions }: AccountSecurity,
): string {
  const deviceCount = devices.length + uploadSessions.length
  return [
    password && text('sign-in.password'),
    passkeys.length > 0 && text('security.summary.passkeys', { count: passkeys.length }),
    deviceCount > 0 && text('security.summary.devices', { count: deviceCount }),
  ]
    .filter(part => part)
    .join(', ')
}
