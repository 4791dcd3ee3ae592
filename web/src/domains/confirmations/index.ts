export { AccountDeleted } from './account-deleted.tsx'
export { DeleteAccountConfirmation } from './delete-account-confirmation.tsx'
export { DeleteAccountError } from './delete-account-error.tsx'
