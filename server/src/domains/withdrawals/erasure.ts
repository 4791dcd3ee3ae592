import { millisecondsInDay } from 'date-fns/constants'
import { type Context, change } from '../../context.ts'
import type { AccountEraser } from '../../domain.ts'
import { countAccountRows, deleteAccountRows } from '../../platform/db/account-rows.ts'
import { deleteErased, deleteUnmatched, detachUndelivered, getAccountRowsSql } from './store.ts'

/** Days for which the retailer may not answer before a withdrawal of an erased account is given up. */
const UNDELIVERED_DAYS = 7
/** Days for which a statement without account is kept after the retailer had it. */
const UNMATCHED_DAYS = 90

/** Deletes withdrawals; one that the retailer does not have yet is delivered first, without its account (NX-156). */
export const withdrawalEraser: AccountEraser = {
  count: (ctx, accountId) => countAccountRows(ctx.db, getAccountRowsSql(accountId)),
  erase: (ctx, { accountId }) =>
    change(ctx, async tx => {
      await detachUndelivered(tx, accountId, ctx.clock.now())
      await deleteAccountRows(tx.db, getAccountRowsSql(accountId))
    }),
}

/** Deletes statements without account whose time is over; what the retailer never had is logged for the operator. */
export async function cleanUpWithdrawals(ctx: Context): Promise<void> {
  const daysAgo = (days: number) => new Date(ctx.clock.now().getTime() - days * millisecondsInDay)
  const undelivered = await change(ctx, async tx => {
    await deleteUnmatched(tx, daysAgo(UNMATCHED_DAYS))
    return deleteErased(tx, daysAgo(UNDELIVERED_DAYS))
  })
  for (const withdrawalId of undelivered)
    ctx.log.error({ withdrawalId }, 'a withdrawal of an erased account was given up undelivered')
}
