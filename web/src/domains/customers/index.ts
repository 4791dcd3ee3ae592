export { customerQuery } from './customer-query.ts'
export { initials } from './initials.ts'
export { markSaved, useWasSaved } from './saved-parts.ts'
