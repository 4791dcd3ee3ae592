export { customerQuery } from './customer-query.ts'
export { getInitials } from './initials.ts'
export { markSaved, useWasSaved } from './saved-parts.ts'
export { useCustomerChanges, useRefetchCustomer } from './use-customer-changes.ts'
