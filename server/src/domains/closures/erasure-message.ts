import { deleteCustomer } from '#contract/retailer-calls/customers.ts'
import type { Context, Tx } from '../../context.ts'
import { defineMessageKind, enqueueMessage } from '../retailer-outbox/index.ts'

const erasedAccount = defineMessageKind({
  name: 'closures.erasure',
  call: deleteCustomer,
  build: async (_ctx, { messageId: accountId }) => ({ params: { accountId } }),
})

/** Owes the retailer the erasure of the locked account; nothing where there is no retailer. */
export async function enqueueErasedAccount(ctx: Context, tx: Tx, accountId: string): Promise<void> {
  // Without its account: the message is sent after the erasure.
  const message = { messageId: accountId, accountId: '', subject: `customer:${accountId}` }
  if (ctx.config.retailer) await enqueueMessage(ctx, tx, erasedAccount, message)
}
