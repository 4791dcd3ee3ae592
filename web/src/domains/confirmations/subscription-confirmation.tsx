import { useNavigate, useSearch } from '@tanstack/react-router'
import { confirmSubscription } from '#contract/subscriptions.ts'
import { call } from '#web/platform/http/call.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { ConfirmationProgress } from './confirmation-progress.tsx'
import { clearConfirmationResult, saveConfirmationResult, saveRefusal } from './confirmation-result.ts'
import { useConfirmation } from './use-confirmation.ts'

/** '/subscription-confirmation', public: confirms by e-mail address and token of the query, without sign-in . */
export function SubscriptionConfirmation() {
  const search = useSearch({ strict: false }) as Record<string, string | undefined>
  const { email, 'confirmation-token': token } = search
  const navigate = useNavigate()
  useConfirmation({
    confirm: async () => {
      clearConfirmationResult()
      if (!email || !token) throw new IncompleteLinkError()
      await call(confirmSubscription, { params: { email, token } })
      saveConfirmationResult({ outcome: 'subscribed', email })
    },
    onReceived: () => navigate({ to: PATHS.subscriptionConfirmationSuccess, search: {}, replace: true }),
    onFailed: error => {
      if (token) saveRefusal('subscription', token, error)
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

/** The link lacks the address or the token. */
class IncompleteLinkError extends Error {
  override name = 'IncompleteLinkError'
}
