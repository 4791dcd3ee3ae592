import { type Context, change } from '../../context.ts'
import { isNewer } from '../../http/versioned.ts'
import { publishOrderChange } from './notifications.ts'
import { findFeed, findOrderOwner, writeFeed } from './store.ts'
import type { OrderFeedsTable } from './tables.ts'

/**
 * Stores a version of delivery dates, article groups or a campaign; answers whether it did. The page of the order is told
 * about its delivery dates. Same version with other content: conflict.
 */
export async function storeFeed(
  ctx: Context,
  feed: OrderFeedsTable['feed'],
  key: string,
  { version, ...body }: { version: number } & Record<string, unknown>,
): Promise<{ version: number; stored: boolean }> {
  return change(ctx, async tx => {
    const updated_at = ctx.clock.now()
    if (!(await writeFeed(tx, { feed, key, version, body, updated_at }))) {
      const stored = await findFeed(tx.db, feed, key)
      isNewer({ version, body }, stored)
      return { version: stored?.version ?? version, stored: false }
    }
    const owner = feed === 'delivery-dates' ? await findOrderOwner(tx.db, key) : undefined
    if (owner) await publishOrderChange(ctx, tx, owner, key)
    return { version, stored: true }
  })
}
