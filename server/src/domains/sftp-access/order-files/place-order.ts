import { placeOrderFile } from '#contract/retailer-calls/order-files.ts'
import type { Context, Tx } from '../../../context.ts'
import { defineMessageKind, enqueueMessage } from '../../retailer-outbox/index.ts'
import { type FileOrderRow, findFileOrder, storeRetailerAnswer } from '../store/file-orders.ts'
import { reportOrder } from './report-result.ts'

/** Message with an order of a file; idempotent by its request id. */
const fileOrderMessage = defineMessageKind({
  name: 'sftp-access.order-file',
  call: placeOrderFile,
  async build({ db }, { messageId: requestId }) {
    const order = await findFileOrder(db, requestId)
    if (order?.state !== 'waiting') return undefined
    return { params: { requestId }, body: { ...order.body, accountId: order.account_id } }
  },
  async onAnswer(ctx, tx, { messageId: requestId }, answer) {
    const order = await storeRetailerAnswer(
      tx,
      requestId,
      answer.result === 'done'
        ? { state: 'ordered', orderCodes: answer.answer.orderCodes }
        : { state: 'refused', refusal: answer.reason === 'not-found' ? 'gone' : answer.reason },
    )
    if (order) await reportOrder(ctx, tx, order)
  },
})

/** Enqueues the message with a waiting order. */
export const enqueueFileOrder = (
  ctx: Context,
  tx: Tx,
  { request_id: messageId, account_id: accountId }: Pick<FileOrderRow, 'request_id' | 'account_id'>,
): Promise<void> =>
  enqueueMessage(ctx, tx, fileOrderMessage, { messageId, accountId, subject: `order-file:${messageId}` })
