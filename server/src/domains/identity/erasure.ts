import { brands } from '#brands/index.ts'
import type { AccountEraser } from '#server/domain.ts'
import { type AccountRows, countAccountRows, deleteAccountRows } from '#server/platform/db/account-rows.ts'
import { type Context, change } from '../../context.ts'
import { findCustomer } from '../customers/index.ts'
import { endSessions } from './session/sign-out.ts'
import { getAccountRowsSql } from './store/account-rows.ts'

/** Rate limit counters stay until they expire: their keys are keyed hashes, not addresses. */
export const identityEraser: AccountEraser = {
  count: async (ctx, accountId) => countAccountRows(ctx.db, await listAccountRows(ctx, accountId)),
  async erase(ctx, { accountId }) {
    await change(ctx, tx => endSessions(ctx, tx, accountId))
    await deleteAccountRows(ctx.db, await listAccountRows(ctx, accountId))
  },
}

async function listAccountRows(ctx: Context, accountId: string): Promise<AccountRows> {
  const customer = await findCustomer(ctx.db, accountId)
  const { email = null, vendor } = customer ?? {}
  const brandIds = brands.filter(brand => brand.vendor === vendor).map(brand => brand.id)
  return getAccountRowsSql(accountId, email, brandIds)
}
