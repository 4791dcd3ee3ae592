import { deleteCustomer } from '#contract/retailer-calls/customers.ts'
import type { Context, Tx } from '../../context.ts'
import { defineMessageKind, enqueueMessage } from '../retailer-outbox/index.ts'

const erasedAccountMessage = defineMessageKind({
  name: 'closures.erasure',
  call: deleteCustomer,
  build: async (_ctx, { messageId: accountId }) => ({ params: { accountId } }),
})

/** Enqueues the message that the locked account is being erased; does nothing without a retailer. */
export async function enqueueErasedAccount(ctx: Context, tx: Tx, accountId: string): Promise<void> {
  // The message has no account id, because it is sent after the account's rows are erased.
  const message = { messageId: accountId, accountId: '', subject: `customer:${accountId}` }
  if (ctx.config.retailer) await enqueueMessage(ctx, tx, erasedAccountMessage, message)
}
