export { activationQuery } from './activation-query.ts'
