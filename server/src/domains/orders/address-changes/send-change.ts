import { ADDRESS_REFUSALS, type AddressRefusal } from '#contract/address-change.ts'
import { changeDeliveryAddress } from '#contract/retailer-calls/delivery-address.ts'
import type { Context, Tx } from '../../../context.ts'
import { defineMessageKind, enqueueMessage } from '../../retailer-outbox/index.ts'
import { publishOrderChange } from '../notifications.ts'
import { lockOrder } from '../store.ts'
import { storeDecision } from './decide-change.ts'
import { type AddressChangeRow, findChange, markSent } from './store.ts'

/** A requested change, which the order system identifies by its id. */
const addressChange = defineMessageKind({
  name: 'orders.address-change',
  call: changeDeliveryAddress,
  async build({ db }, { messageId: changeId }) {
    const row = await findChange(db, changeId)
    if (row?.state !== 'requested') return undefined
    return { params: { code: row.order_code }, body: { changeId, address: row.address } }
  },
  async onAnswer(ctx, tx, { messageId: changeId }, answer) {
    const row = await findChange(tx.db, changeId)
    if (!row) return
    const { account_id: accountId, order_code: orderCode } = row
    // Locks the order before its change, as `upsertOrder` does, so that the two do not deadlock.
    await lockOrder(tx, orderCode)
    const isNew =
      answer.result === 'refused'
        ? await storeDecision(ctx, tx, accountId, { orderCode, changeId, refusal: toRefusal(answer.reason) })
        : await markSent(tx, changeId, ctx.clock.now())
    if (isNew) await publishOrderChange(ctx, tx, accountId, orderCode)
  },
})

const toRefusal = (reason: string): AddressRefusal =>
  ADDRESS_REFUSALS.find(each => each === reason) ?? 'other'

/** Enqueues a change of the locked order for the order system. */
export const enqueueChange = (
  ctx: Context,
  tx: Tx,
  {
    change_id: messageId,
    account_id: accountId,
    order_code,
  }: Pick<AddressChangeRow, 'change_id' | 'account_id' | 'order_code'>,
): Promise<void> =>
  enqueueMessage(ctx, tx, addressChange, { messageId, accountId, subject: `order:${order_code}` })
