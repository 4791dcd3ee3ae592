import { putBusinessCustomer } from '#contract/retailer-calls/customers.ts'
import { type Context, change, type Tx } from '#server/context.ts'
import { defineMessageKind, enqueueMessage } from '../../retailer-outbox/index.ts'
import { lockCustomer } from '../store/customers.ts'
import { presentDetails } from './present.ts'
import { findBusinessDetails } from './store.ts'

/** Message with changed business details, by the id of the change. A superseded change is not sent. */
const businessDetails = defineMessageKind({
  name: 'customers.business-details',
  call: putBusinessCustomer,
  async build(ctx, { messageId: changeId, accountId }) {
    const row = await change(ctx, async tx => {
      // In a cluster the message is visible before the details of its transaction, which holds this lock until then (0112).
      await lockCustomer(tx, accountId)
      return findBusinessDetails(tx.db, accountId)
    })
    if (row?.change_id !== changeId) return undefined
    const body = { requestId: changeId, version: row.version, ...presentDetails(row) }
    return { params: { accountId }, body }
  },
  async onAnswer(ctx, tx, { messageId: changeId, accountId }, answer) {
    if (answer.result === 'done') return
    const fields = { accountId, changeId, reason: answer.reason }
    tx.afterCommit(() => ctx.log.error(fields, 'the retailer refused business details: needs manual action'))
  },
})

/** Enqueues the message with the details of the locked customer. */
export const enqueueDetails = (
  ctx: Context,
  tx: Tx,
  { accountId, changeId }: { accountId: string; changeId: string },
): Promise<void> =>
  enqueueMessage(ctx, tx, businessDetails, {
    messageId: changeId,
    accountId,
    subject: `customer:${accountId}`,
  })
