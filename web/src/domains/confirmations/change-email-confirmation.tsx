import { useNavigate, useSearch } from '@tanstack/react-router'
import MailCheck from 'lucide-react/icons/mail-check'
import MailX from 'lucide-react/icons/mail-x'
import { useState } from 'react'
import { ALREADY_CONFIRMED, confirmEmailChange } from '#contract/email-changes.ts'
import { call } from '#web/platform/http/call.ts'
import { HttpFailure } from '#web/platform/http/http-failure.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { pageSession, useClaims } from '#web/platform/session/page-session.ts'
import { isBusiness } from '#web/platform/session/session.ts'
import { PrimaryLink } from '#web/ui/primary-link.tsx'
import {
  REFUSAL_TEXTS,
  readConfirmationResult,
  readRefusal,
  saveConfirmationResult,
  saveRefusal,
} from './confirmation-result.ts'
import { ConfirmationError, ConfirmationProgress, NothingToDo, ResultPage } from './result-page.tsx'
import { useConfirmation } from './use-confirmation.ts'

/** '/change-email-confirmation': changes the address by the token of the query, then signs out. */
export function ChangeEmailConfirmation() {
  const search = useSearch({ strict: false }) as Record<string, string | undefined>
  const token = search['confirmation-token'] ?? ''
  const { idpType, idpSub } = useClaims()
  const navigate = useNavigate()
  useConfirmation({
    confirm: () => call(confirmEmailChange, { params: { idpType, idpSub, token } }),
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

/** '/change-email-success', public: the session ended with the old address. Says it only after a confirmation. */
export function ChangeEmailSuccess() {
  const { text } = useTexts()
  const [result] = useState(readConfirmationResult)
  if (result?.outcome !== 'email-changed') return <NothingToDo />
  return (
    <ResultPage
      icon={MailCheck}
      title={text('change-email-success.title')}
      action={
        <PrimaryLink to={PATHS.overview} search={{}}>
          {text('sign-in.submit')}
        </PrimaryLink>
      }
    >
      <p>{text('change-email-success.text')}</p>
    </ResultPage>
  )
}

/** '/change-email-error': a new link is requested in the settings. */
export function ChangeEmailError() {
  const [refused] = useState(() => readRefusal('email-change'))
  return (
    <ConfirmationError
      icon={MailX}
      title="change-email-error.title"
      text="change-email-error.text"
      reason={refused && REFUSAL_TEXTS[refused.refusal]}
      retry={{ to: isBusiness(useClaims()) ? PATHS.changeBusinessEmail : PATHS.changeEmail }}
    />
  )
}
