export { AccountDeleted } from './account-deleted.tsx'
export { AccountLocked } from './account-locked.tsx'
export {
  ChangeEmailConfirmation,
  ChangeEmailError,
  ChangeEmailSuccess,
} from './change-email-confirmation.tsx'
export { saveConfirmationResult } from './confirmation-result.ts'
export { CookieSettings } from './cookie-settings.tsx'
export { DeleteAccountConfirmation, DeleteAccountError } from './delete-account-confirmation.tsx'
export {
  SubscriptionConfirmation,
  SubscriptionError,
  SubscriptionSuccess,
} from './subscription-confirmation.tsx'
