import type { Context, Reader, Tx } from '../../context.ts'
import { notFound } from '../../http/failure.ts'
import { mayAccessVendor, requireAllVendors } from '../../http/service-access.ts'
import type { Submission } from '../../http/submission.ts'
import { deleteRows } from '../../platform/db/rows.ts'
import { type Customer, findCustomer } from '../customers/index.ts'
import { adoptState, receiveVersion } from '../services/index.ts'
import { listDays } from './delivery-dates.ts'
import { publishOrderChange } from './notifications.ts'
import { requestMailOfDeliveryDates } from './order-mails/request-mails.ts'
import { findFeed, findOrderOwner, lockOrders, upsertFeed } from './store.ts'
import type { OrderFeedsTable } from './tables.ts'

export type FeedBody = { version: number } & Record<string, unknown>

/**
 * Stores a version of delivery dates, article groups or a campaign; answers whether it did. Delivery dates are
 * published to open pages of the order; not-found for those of another vendor's order. Same version with other content:
 * conflict.
 */
export async function storeFeed(
  ctx: Context,
  feed: OrderFeedsTable['feed'],
  key: string,
  { version, ...body }: FeedBody,
  submission?: Submission,
): Promise<{ version: number; stored: boolean }> {
  const { receipt } = await receiveVersion(
    ctx,
    {
      version,
      content: body,
      submission,
      findOwner: tx => findOwner(tx.db, feed, key, submission),
    },
    () => ({
      read: async tx => {
        // Before the feed, whose trigger writes what `upsertOrder` writes after its order, so that the two do not deadlock.
        if (feed === 'delivery-dates') await lockOrders(tx, [key])
        return findFeed(tx.db, feed, key)
      },
      getContent: row => row.body,
      write: (tx, stored) =>
        upsertFeed(tx, {
          feed,
          key,
          version,
          body,
          updated_at: ctx.clock.now(),
          // The first days of a product stay; products that had none get theirs.
          promised: feed === 'delivery-dates' ? { ...listDays(body), ...stored?.promised } : null,
        }),
      publish: async tx => {
        const accountId = feed === 'delivery-dates' ? await findOrderOwner(tx.db, key) : undefined
        if (!accountId) return
        await requestMailOfDeliveryDates(ctx, tx, { accountId, code: key })
        await publishOrderChange(ctx, tx, accountId, key)
      },
    }),
  )
  return receipt
}

/**
 * Finds to whom the state belongs. Delivery dates that come before their order belong to the vendors of the service until
 * the order comes. Throws not-found for those of another vendor's order, forbidden for what is shown to all vendors.
 */
async function findOwner(
  db: Reader,
  feed: OrderFeedsTable['feed'],
  key: string,
  submission: Submission | undefined,
) {
  if (feed !== 'delivery-dates') {
    requireAllVendors(submission?.service)
    return { accountId: null, vendors: null }
  }
  const accountId = await findOrderOwner(db, key)
  const customer = accountId === undefined ? undefined : await findCustomer(db, accountId)
  if (!customer) return { accountId: null, vendors: submission?.service.vendors ?? null }
  if (!mayAccessVendor(submission?.service, customer.vendor)) throw notFound('Order')
  return { accountId: customer.account_id, vendors: [customer.vendor] }
}

/** Assigns delivery dates to their order, which came later; those of a service that is not for its vendor are deleted. */
export async function adoptDeliveryDates(
  tx: Tx,
  code: string,
  { account_id: accountId, vendor }: Customer,
): Promise<void> {
  const isOwn = await adoptState(tx, { kind: 'delivery-dates', key: code }, { accountId, vendor })
  if (!isOwn) await deleteRows(tx.db, 'order_feeds', { feed: 'delivery-dates', key: code })
}
