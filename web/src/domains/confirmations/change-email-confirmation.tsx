import { useNavigate, useSearch } from '@tanstack/react-router'
import { ALREADY_CONFIRMED, confirmEmailChange } from '#contract/email-changes.ts'
import { call } from '#web/platform/http/call.ts'
import { HttpFailure } from '#web/platform/http/http-failure.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { pageSession, useClaims } from '#web/platform/session/page-session.ts'
import { ConfirmationProgress } from './confirmation-progress.tsx'
import { clearConfirmationResult, saveConfirmationResult, saveRefusal } from './confirmation-result.ts'
import { useConfirmation } from './use-confirmation.ts'

/** '/change-email-confirmation': changes the address by the token of the query, then signs out. */
export function ChangeEmailConfirmation() {
  const search = useSearch({ strict: false }) as Record<string, string | undefined>
  const token = search['confirmation-token'] ?? ''
  const { idpType, idpSub } = useClaims()
  const navigate = useNavigate()
  useConfirmation({
    confirm: () => {
      clearConfirmationResult()
      return call(confirmEmailChange, { params: { idpType, idpSub, token } })
    },
    onReceived: signOutOldAddress,
    // The first answer was lost, or the link was opened again: the change is made, and the session has the new address.
    onFailed: error => {
      if (isConfirmed(error)) saveConfirmationResult({ outcome: 'email-changed' })
      else saveRefusal('email-change', token, error)
      void navigate({
        to: isConfirmed(error) ? PATHS.changeEmailSuccess : PATHS.changeEmailError,
        search: {},
        replace: true,
      })
    },
  })
  return <ConfirmationProgress title="change-email-confirmation.title" />
}

const isConfirmed = (error: unknown) => error instanceof HttpFailure && error.reason === ALREADY_CONFIRMED

/** Loads the page anew, so that nothing of the session with the old address stays in memory. */
async function signOutOldAddress(): Promise<void> {
  saveConfirmationResult({ outcome: 'email-changed' })
  // All sessions have ended on the server already; this removes the cookies and tells other tabs.
  await pageSession().signOut().catch(reportFailure)
  location.replace(PATHS.changeEmailSuccess)
}
