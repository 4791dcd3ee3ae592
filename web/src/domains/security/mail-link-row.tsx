import Mail from 'lucide-react/icons/mail'
import type { AccountSecurity } from '#contract/security.ts'
import { instantLabel } from '#web/platform/i18n/instants.ts'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { ListRow } from '#web/ui/list-rows.tsx'

/** A link that was mailed and not used; it ends with the next password. */
export function MailLinkRow({ link }: { link: AccountSecurity['mailLinks'][number] }) {
  const texts = useTexts()
  const { text } = texts
  const purpose = TITLE_BY_PURPOSE[link.purpose]
  return (
    <ListRow
      icon={Mail}
      muted
      inline
      name={text('security.mail-link')}
      facts={[
        purpose ? text(purpose) : null,
        text('security.mail-link.sent', { when: instantLabel(texts, link.createdAt, 'short-day-time') }),
        text('security.mail-link.until', { when: instantLabel(texts, link.expiresAt, 'short-day-time') }),
      ]}
    />
  )
}

const TITLE_BY_PURPOSE: Record<string, MessageId> = {
  'new-password': 'sign-in.new-password.title',
  'change-email': 'settings.email.title',
  'delete-account': 'delete-account.title',
}
