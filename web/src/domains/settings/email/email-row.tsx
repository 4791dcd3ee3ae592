import type { ReactNode } from 'react'
import type { Customer } from '#contract/customers.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { useClaims } from '#web/platform/session/page-session.ts'
import { isBusiness } from '#web/platform/session/session.ts'
import { SettingsNote, SettingsRow } from '../list/settings-row.tsx'
import { canChangeEmail } from './email-change-query.ts'
import { PendingEmailActions } from './pending-email-actions.tsx'
import { useEmailChange } from './use-email-change.ts'

/** The address, and the change that awaits its confirmation until it is confirmed or cancelled. */
export function EmailRow({ customer }: { customer: Customer }) {
  const { text, rich } = useTexts()
  const claims = useClaims()
  const { pending } = useEmailChange()
  const canChange = canChangeEmail(claims)
  return (
    <SettingsRow
      label={text('settings.email')}
      link={
        canChange && {
          to: isBusiness(claims) ? PATHS.changeBusinessEmail : PATHS.changeEmail,
          text: text('settings.change'),
        }
      }
    >
      <p>{customer.email}</p>
      {!canChange && <SettingsNote>{text('settings.email.elsewhere')}</SettingsNote>}
      {pending && (
        <>
          <SettingsNote>{rich('settings.email.pending', { b: bold, email: pending.email })}</SettingsNote>
          <PendingEmailActions change={pending} />
        </>
      )}
    </SettingsRow>
  )
}

const bold = (content: ReactNode[]) => <b>{content}</b>
