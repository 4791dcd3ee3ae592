import { ADDRESS_REFUSALS, type AddressRefusal } from '#contract/address-change.ts'
import { changeDeliveryAddress } from '#contract/retailer-calls/delivery-address.ts'
import type { RetailerInput } from '#contract/retailer-calls/retailer-call.ts'
import { type Context, change } from '../../../context.ts'
import { RetailerError } from '../../../platform/retailer/retailer-error.ts'
import { sendAddress } from '../job-kinds.ts'
import { publishOrderChange } from '../notifications.ts'
import { lockOrder } from '../store.ts'
import { storeDecision } from './decide-change.ts'
import { findChange, listUnsentChanges, markSent } from './store.ts'

/**
 * Sends a requested change to the order system, which knows it by its id: a repeated call, also after a crash between the
 * answer and its being stored, applies it once. Throws while the order system gives no answer: the job is retried.
 */
export async function sendAddressChange(ctx: Context, changeId: string): Promise<void> {
  const row = await findChange(ctx.db, changeId)
  if (row?.state !== 'requested') return
  const { account_id: accountId, order_code: orderCode, address } = row
  const refusal = await send(ctx, orderCode, { changeId, address })
  await change(ctx, async tx => {
    // Before its change, as where the order system sends the order: else the two wait for each other.
    await lockOrder(tx, orderCode)
    const isNew = refusal
      ? await storeDecision(ctx, tx, accountId, { orderCode, changeId, refusal })
      : await markSent(tx, changeId, ctx.clock.now())
    if (isNew) await publishOrderChange(ctx, tx, accountId, orderCode)
  })
}

/** Undefined when the order system accepted the change, else why it refused. */
async function send(
  { retailer }: Pick<Context, 'retailer'>,
  code: string,
  body: RetailerInput<typeof changeDeliveryAddress>['body'],
): Promise<AddressRefusal | undefined> {
  try {
    await retailer.call(changeDeliveryAddress, { params: { code }, body })
    return undefined
  } catch (error) {
    if (!(error instanceof RetailerError) || error.kind !== 'refused') throw error
    return ADDRESS_REFUSALS.find(each => each === error.reason) ?? 'other'
  }
}

const BATCH = 100
/** Younger changes have their first job. */
const UNSENT_MS = 5 * 60_000

/** Inserts the jobs of unsent changes again; one that still has its job keeps it. */
export async function resendAddressChanges(ctx: Context): Promise<void> {
  const until = new Date(ctx.clock.now().getTime() - UNSENT_MS)
  const rows = await listUnsentChanges(ctx.db, until, BATCH)
  await change(ctx, async tx => {
    for (const { change_id: changeId, account_id: accountId } of rows)
      await ctx.jobs.send(tx, sendAddress, [{ accountId, changeId }], { id: changeId, again: true })
  })
}
