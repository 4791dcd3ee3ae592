import UserX from 'lucide-react/icons/user-x'
import { useState } from 'react'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { ConfirmationError } from './confirmation-error.tsx'
import { REFUSAL_TEXTS, readRefusal } from './confirmation-result.ts'

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
