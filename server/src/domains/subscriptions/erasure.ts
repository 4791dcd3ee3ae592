import { brands } from '#brands/index.ts'
import type { Context } from '../../context.ts'
import type { AccountEraser } from '../../domain.ts'
import { type AccountRows, countAccountRows, deleteAccountRows } from '../../platform/db/account-rows.ts'
import { findCustomer } from '../customers/index.ts'
import { getAccountRowsSql } from './store.ts'

/** Runs before the erasure of the customer's row, which has the address. */
export const subscriptionEraser: AccountEraser = {
  count: async (ctx, accountId) => countAccountRows(ctx.db, await findAccountRows(ctx, accountId)),
  erase: async (ctx, { accountId }) => deleteAccountRows(ctx.db, await findAccountRows(ctx, accountId)),
}

async function findAccountRows({ db }: Context, accountId: string): Promise<AccountRows> {
  const customer = await findCustomer(db, accountId)
  return customer
    ? getAccountRowsSql(customer.email, listBrandIds(customer.vendor))
    : getAccountRowsSql(null, [])
}

/** Lists the brands at which the profiles of an account's address belong to the account. */
export const listBrandIds = (vendor: string): string[] =>
  brands.filter(brand => brand.vendor === vendor).map(({ id }) => id)
