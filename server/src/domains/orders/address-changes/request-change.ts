import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { ADDRESS_REFUSALS, type AddressChangeBlocker, type AddressRefusal } from '#contract/address-change.ts'
import type { AddressDetails } from '#contract/input/address/address.ts'
import { changeDeliveryAddress } from '#contract/retailer-calls/delivery-address.ts'
import { type Context, change } from '../../../context.ts'
import { Failure, notFound } from '../../../http/failure.ts'
import { insertRows } from '../../../platform/db/rows.ts'
import { recordSecurityEvent } from '../../identity/index.ts'
import { defineMessageKind, enqueueMessage } from '../../retailer-outbox/index.ts'
import { findLastCancellations } from '../cancellations/store.ts'
import { findGeneralBlock } from '../general-block.ts'
import { publishOrderChange } from '../notifications.ts'
import { decideOrder } from '../order-invoice.ts'
import { getTimestampAfter } from '../request-time.ts'
import { lockOrder } from '../store.ts'
import { findAddressBlock } from './address-blocks.ts'
import { storeDecision } from './decide-change.ts'
import { findChange, findLastChanges, isOpen, markSent } from './store.ts'

/**
 * Requests another delivery address for an order. The change and the message to the order system commit
 * together, and the owner is told by mail. The address that is already requested, or the order's current one, changes nothing, so the call is
 * idempotent. Not-found for an unknown or foreign order, bad-request for another country, conflict with its reason for
 * an address that cannot be changed.
 */
export async function requestAddressChange(
  ctx: Context,
  accountId: string,
  { code, address }: { code: string; address: AddressDetails },
): Promise<void> {
  await change(ctx, async tx => {
    const order = await lockOrder(tx, code)
    if (order?.account_id !== accountId) throw notFound('Order')
    const now = ctx.clock.now()
    const lastChange = (await findLastChanges(tx.db, [code])).get(code)
    const openChange = lastChange && isOpen(lastChange) ? lastChange : undefined
    if (openChange && isSameAddress(openChange.address, address)) return
    const { deliveryAddress } = order.body
    if (
      !openChange &&
      deliveryAddress?.type === 'Home' &&
      isSameAddress(deliveryAddress, { type: 'Home', ...address })
    )
      return
    const cancellation = (await findLastCancellations(tx.db, [code])).get(code)?.state
    const block =
      findAddressBlock(await decideOrder(tx.db, order), {
        hasOpenChange: openChange !== undefined,
        cancellation,
        now,
      }) ?? (await findGeneralBlock(ctx, tx.db, accountId))
    if (block) throw createBlockedFailure(block)
    if (deliveryAddress?.countryCode !== address.countryCode)
      throw new Failure('bad-request', 'The country of an order cannot change', {
        fields: { countryCode: 'conflict' },
      })
    const changeId = randomUUID()
    const requestedAt = getTimestampAfter(lastChange?.requested_at, now)
    await insertRows(tx.db, 'order_address_changes', {
      change_id: changeId,
      account_id: accountId,
      order_code: code,
      state: 'requested',
      address: JSON.stringify(address),
      previous_address: JSON.stringify(deliveryAddress),
      requested_at: requestedAt,
      updated_at: requestedAt,
    })
    await enqueueMessage(ctx, tx, addressChange, { messageId: changeId, accountId, subject: `order:${code}` })
    await publishOrderChange(ctx, tx, accountId, code)
    await recordSecurityEvent(ctx, tx, {
      accountId,
      kind: 'order.delivery-address-changed',
      detail: { orderCode: code },
    })
  })
}

function createBlockedFailure(reason: AddressChangeBlocker): Failure {
  return new Failure('conflict', `The address cannot be changed: ${reason}`, { reason })
}

/** Compares without fields that are undefined. */
const isSameAddress = (a: object, b: object): boolean =>
  isDeepStrictEqual(JSON.parse(JSON.stringify(a)), JSON.parse(JSON.stringify(b)))

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
