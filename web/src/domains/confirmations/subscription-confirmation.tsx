import { useNavigate, useSearch } from '@tanstack/react-router'
import MailCheck from 'lucide-react/icons/mail-check'
import MailX from 'lucide-react/icons/mail-x'
import { useState } from 'react'
import { confirmSubscription, SUBSCRIPTION_ENDED } from '#contract/subscriptions.ts'
import { call } from '#web/platform/http/call.ts'
import { HttpFailure } from '#web/platform/http/http-failure.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { PrimaryLink } from '#web/ui/primary-link.tsx'
import {
  readConfirmationResult,
  readRefusal,
  saveConfirmationResult,
  saveRefusal,
} from './confirmation-result.ts'
import { ConfirmationError, ConfirmationProgress, NothingToDo, ResultPage } from './result-page.tsx'
import { useConfirmation } from './use-confirmation.ts'

/** '/subscription-confirmation', public: confirms by e-mail address and token of the query, without sign-in . */
export function SubscriptionConfirmation() {
  const search = useSearch({ strict: false }) as Record<string, string | undefined>
  const { email, 'confirmation-token': token } = search
  const navigate = useNavigate()
  useConfirmation({
    confirm: async () => {
      if (!email || !token) throw new IncompleteLinkError()
      await call(confirmSubscription, { params: { email, token } })
      saveConfirmationResult({ outcome: 'subscribed', email })
    },
    onReceived: () => navigate({ to: PATHS.subscriptionConfirmationSuccess, search: {}, replace: true }),
    onFailed: error => {
      if (token && hasEnded(error)) saveRefusal('subscription', token, error)
      void navigate({
        to: PATHS.subscriptionConfirmationError,
        // With the query, so that the confirmation can be repeated.
        search: { email, 'confirmation-token': token },
        replace: true,
      })
    },
  })
  return <ConfirmationProgress title="subscription-confirmation.title" />
}

const hasEnded = (error: unknown) => error instanceof HttpFailure && error.reason === SUBSCRIPTION_ENDED

/** The link lacks the address or the token. */
class IncompleteLinkError extends Error {
  override name = 'IncompleteLinkError'
}

/** '/subscription-confirmation-success': says what a confirmation of this tab has done, and nothing else. */
export function SubscriptionSuccess() {
  const { text } = useTexts()
  const [result] = useState(readConfirmationResult)
  if (result?.outcome !== 'subscribed') return <NothingToDo />
  return (
    <ResultPage
      icon={MailCheck}
      title={text('subscription-success.title')}
      action={<PrimaryLink to={PATHS.overview}>{text('subscription-success.action')}</PrimaryLink>}
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
        <PrimaryLink to={PATHS.settings} search={{}}>
          {text('subscription-ended.action')}
        </PrimaryLink>
      }
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
