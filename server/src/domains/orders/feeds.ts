import type { Context } from '../../context.ts'
import { receiveVersion } from '../../http/versioned.ts'
import { publishOrderChange } from './notifications.ts'
import { findFeed, findOrderOwner, upsertFeed } from './store.ts'
import type { OrderFeedsTable } from './tables.ts'

/**
 * Stores a version of delivery dates, article groups or a campaign; answers whether it did. Delivery dates are
 * published to open pages of the order. Same version with other content: conflict.
 */
export const storeFeed = (
  ctx: Context,
  feed: OrderFeedsTable['feed'],
  key: string,
  { version, ...body }: { version: number } & Record<string, unknown>,
): Promise<{ version: number; stored: boolean }> =>
  receiveVersion(
    ctx,
    { version, content: body },
    {
      read: tx => findFeed(tx.db, feed, key),
      getContent: row => row.body,
      write: tx => upsertFeed(tx, { feed, key, version, body, updated_at: ctx.clock.now() }),
      publish: async tx => {
        const owner = feed === 'delivery-dates' ? await findOrderOwner(tx.db, key) : undefined
        if (owner) await publishOrderChange(ctx, tx, owner, key)
      },
    },
  )
