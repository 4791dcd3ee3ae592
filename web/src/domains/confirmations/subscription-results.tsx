import { Link, useSearch } from '@tanstack/react-router'
import MailCheck from 'lucide-react/icons/mail-check'
import MailX from 'lucide-react/icons/mail-x'
import { useState } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { ConfirmationError } from './confirmation-error.tsx'
import { readConfirmationResult, readRefusal } from './confirmation-result.ts'
import { NothingConfirmed } from './nothing-confirmed.tsx'
import { ResultPage } from './result-page.tsx'
import { CustomerCareLink, ShopLink } from './storefront-links.tsx'

/** '/subscription-confirmation-success': says what a confirmation of this tab has done, and nothing else. */
export function SubscriptionSuccess() {
  const { text } = useTexts()
  const [result] = useState(readConfirmationResult)
  if (result?.outcome !== 'subscribed') return <NothingConfirmed />
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
      <p>{text('subscription-success.text', { email: result.email })}</p>
    </ResultPage>
  )
}

/** A link that was replaced or whose subscription has ended: the next step is the switch in the settings. */
function EndedLink() {
  const { text } = useTexts()
  return (
    <ResultPage
      failed
      icon={MailX}
      title={text('subscription-ended.title')}
      action={
        <Link to={PATHS.settings} search={{}} className={buttonClass('primary')}>
          {text('subscription-ended.action')}
        </Link>
      }
      link={<CustomerCareLink />}
    >
      <p>{text('subscription-ended.text')}</p>
    </ResultPage>
  )
}

/** '/subscription-confirmation-error': 'Try again' repeats the confirmation. */
export function SubscriptionError() {
  const { email, 'confirmation-token': token } = useSearch({ strict: false }) as Record<
    string,
    string | undefined
  >
  const [refused] = useState(() => readRefusal('subscription'))
  if (refused?.refusal === 'ended' && refused.token === token) return <EndedLink />
  return (
    <ConfirmationError
      icon={MailX}
      title="subscription-error.title"
      text="subscription-error.text"
      retry={{ to: PATHS.subscriptionConfirmation, search: { email, 'confirmation-token': token } }}
    />
  )
}
