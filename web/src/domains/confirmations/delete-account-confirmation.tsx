import { useNavigate, useSearch } from '@tanstack/react-router'
import UserX from 'lucide-react/icons/user-x'
import { useState } from 'react'
import { type ConfirmedDeletion, confirmDeletion } from '#contract/closures.ts'
import { getCustomer } from '#contract/customers.ts'
import { removeDraftsOf } from '#web/platform/forms/drafts.ts'
import { call } from '#web/platform/http/call.ts'
import { isNotFound, isRetryable } from '#web/platform/http/http-failure.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { stringifySearch } from '#web/platform/navigation/search.ts'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { pageSession, useClaims } from '#web/platform/session/page-session.ts'
import { REFUSAL_TEXTS, readRefusal, saveConfirmationResult, saveRefusal } from './confirmation-result.ts'
import { ConfirmationError, ConfirmationProgress } from './result-page.tsx'
import { useConfirmation } from './use-confirmation.ts'

/** '/delete-account-confirmation': closes the account by the token of the query, then signs out. */
export function DeleteAccountConfirmation() {
  const search = useSearch({ strict: false }) as Record<string, string | undefined>
  const token = search['confirmation-token'] ?? ''
  const { idpType, idpSub } = useClaims()
  const navigate = useNavigate()
  useConfirmation({
    confirm: () => call(confirmDeletion, { params: { idpType, idpSub, token } }).catch(recoverLostAnswer),
    onReceived: signOutClosedAccount,
    onFailed: error => {
      saveRefusal('account-deletion', token, error)
      void navigate({ to: PATHS.deleteAccountError, search: {}, replace: true })
    },
  })
  return <ConfirmationProgress title="delete-account-confirmation.title" />
}

/**
 * Recovers from a lost answer, also behind a balancer (502): 404 for the customer means that the account is closed; the link to keep it is mailed.
 */
async function recoverLostAnswer(failure: unknown): Promise<{ keepToken: null }> {
  if (!isRetryable(failure)) throw failure
  const customer = await call(getCustomer).catch((error: unknown) => error)
  if (!isNotFound(customer)) throw failure
  return { keepToken: null }
}

/** Loads the page anew, so that nothing of the account stays in memory, nor a draft on the device. */
async function signOutClosedAccount({ keepToken }: Pick<ConfirmedDeletion, 'keepToken'>): Promise<void> {
  saveConfirmationResult({ outcome: 'account-closed' })
  // The account's sessions have ended on the server already; this removes cookies and tells other tabs.
  const session = pageSession().state()
  if (session.status === 'signed-in') removeDraftsOf(session.claims.sub)
  await pageSession().signOut().catch(reportFailure)
  location.replace(PATHS.accountDeleted + stringifySearch({ 'keep-token': keepToken }))
}

/** '/delete-account-error': a new link is requested in the settings. */
export function DeleteAccountError() {
  const [refused] = useState(() => readRefusal('account-deletion'))
  return (
    <ConfirmationError
      icon={UserX}
      title="delete-account-error.title"
      text="delete-account-error.text"
      reason={refused && REFUSAL_TEXTS[refused.refusal]}
      retry={{ to: PATHS.settings }}
    />
  )
}
