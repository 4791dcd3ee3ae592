import UserX from 'lucide-react/icons/user-x'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { ConfirmationError } from './confirmation-error.tsx'

/** '/delete-account-error' (AA-045): a new link is requested in the settings (OP-61). */
export function DeleteAccountError() {
  return (
    <ConfirmationError
      icon={UserX}
      title="delete-account-error.title"
      text="delete-account-error.text"
      retry={{ to: PATHS.settings }}
    />
  )
}
