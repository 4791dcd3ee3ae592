import { Link, useSearch } from '@tanstack/react-router'
import MailCheck from 'lucide-react/icons/mail-check'
import MailX from 'lucide-react/icons/mail-x'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { ConfirmationError } from './confirmation-error.tsx'
import { ResultPage } from './result-page.tsx'
import { ShopLink } from './storefront-links.tsx'

/** '/subscription-confirmation-success' (AA-050). */
export function SubscriptionSuccess() {
  const { text } = useTexts()
  const { email } = useSearch({ strict: false }) as Record<string, string | undefined>
  return (
    <ResultPage
      icon={MailCheck}
      title={text('subscription-success.title')}
      action={
        <Link to={PATHS.overview} className={buttonClass('primary')}>
          {text('subscription-success.action')}
        </Link>
      }
      link={<ShopLink />}
    >
      <p>{email ? text('subscription-success.text', { email }) : text('subscription-success.text-short')}</p>
    </ResultPage>
  )
}

/** '/subscription-confirmation-error' (AA-047): 'Try again' repeats the confirmation (OP-61). */
export function SubscriptionError() {
  const { email, 'confirmation-token': token } = useSearch({ strict: false }) as Record<
    string,
    string | undefined
  >
  return (
    <ConfirmationError
      icon={MailX}
      title="subscription-error.title"
      text="subscription-error.text"
      retry={{ to: PATHS.subscriptionConfirmation, search: { email, 'confirmation-token': token } }}
    />
  )
}
