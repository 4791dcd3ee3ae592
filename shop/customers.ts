import type { FastifyInstance } from 'fastify'
import { deleteCustomer } from '#contract/retailer-calls/customers.ts'
import type { Shop } from './context.ts'
import { answerCall } from './keepsake-calls/answer-call.ts'

/** Answers that an account is being erased: drafts go; orders stay, as the law requires of a shop. */
export function mountCustomers(app: FastifyInstance, shop: Shop): void {
  answerCall(app, shop, deleteCustomer, ({ params }) => shop.drafts.deleteOf(params.accountId))
}
