import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AccountSecurity } from '#contract/security.ts'
import { canChangeEmail, SettingsList } from '#web/domains/settings/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { useLibraryRefetch } from '#web/platform/push/use-library-refetch.ts'
import { useClaims } from '#web/platform/session/page-session.ts'
import { isBusiness } from '#web/platform/session/session.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { RowSkeletons } from '#web/ui/list-rows.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { DevicesSection } from './devices-section.tsx'
import { EmailAddressesRow } from './email-addresses-row.tsx'
import { NotMeCard } from './not-me/not-me-card.tsx'
import { PasswordRow } from './password/password-row.tsx'
import { RecentChanges } from './recent-changes.tsx'
import styles from './security.module.css'
import { accountSecurityQuery } from './security-queries.ts'
import { SystemsSection } from './systems-section.tsx'

/**
 * What can sign in to the account or act for it, and how each ends (NX-313). With another identity provider only what that
 * provider does not manage. `passkeys` is the part of the passkeys.
 */
export function AccountSecurityContent({ passkeys }: { passkeys: ReactNode }) {
  const { text } = useTexts()
  const { data, isError, refetch } = useQuery(accountSecurityQuery)
  useLibraryRefetch(accountSecurityQuery.queryKey, ({ type }) => type === 'upload-session-changed')
  if (data) return <Content security={data} passkeys={passkeys} />
  if (isError)
    return (
      <AlertBanner kind="error" onRetry={() => void refetch()}>
        {text('settings.load-failed')}
      </AlertBanner>
    )
  return (
    <div role="status" data-loading>
      <VisuallyHidden>{text('settings.loading')}</VisuallyHidden>
      <RowSkeletons count={6} />
    </div>
  )
}

function Content({ security, passkeys }: { security: AccountSecurity; passkeys: ReactNode }) {
  const { text } = useTexts()
  const claims = useClaims()
  const isOwnIdentity = canChangeEmail(claims)
  // Recovery goes to the oldest of the last addresses: a thief may have the newer ones.
  const recoveryEmail = security.formerEmails[0]?.email ?? claims.email
  return (
    <>
      {isOwnIdentity ? (
        <>
          <SettingsList dense>
            <PasswordRow password={security.password} />
            <EmailAddressesRow formerEmails={security.formerEmails} />
          </SettingsList>
          <div className={styles.part}>{passkeys}</div>
        </>
      ) : (
        <AlertBanner kind="info">{text('security.elsewhere')}</AlertBanner>
      )}
      <DevicesSection security={security} />
      {isBusiness(claims) && <SystemsSection systems={security.systems} />}
      <RecentChanges canUndo={isOwnIdentity} email={recoveryEmail} />
      {isOwnIdentity && <NotMeCard email={recoveryEmail} />}
    </>
  )
}
