export { getInitials } from './initials.ts'
export { markSaved, useWasSaved } from './saved-parts.ts'
export { customerQuery, useCustomerChanges, useRefetchCustomer } from './use-customer-changes.ts'
