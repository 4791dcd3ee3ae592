export { markChanged, useChanged } from './changes.ts'
export { customerQuery } from './customer-query.ts'
export { initials } from './initials.ts'
