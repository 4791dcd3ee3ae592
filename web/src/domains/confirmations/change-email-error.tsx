import MailX from 'lucide-react/icons/mail-x'
import { useState } from 'react'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { useClaims } from '#web/platform/session/page-session.ts'
import { isBusiness } from '#web/platform/session/session.ts'
import { ConfirmationError } from './confirmation-error.tsx'
import { REFUSAL_TEXTS, readRefusal } from './confirmation-result.ts'

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
