import { sql } from 'kysely'
import type { RetailerOrder } from '#contract/orders.ts'
import type { AccountRows } from '#server/platform/db/account-rows.ts'
import type { Tx } from '../../context.ts'

/** Inserts an order, or replaces it; false when the code belongs to an order of another account. */
export async function upsertOrderRow(
  tx: Tx,
  code: string,
  { accountId, ...body }: RetailerOrder,
  now: Date,
): Promise<boolean> {
  const values = { created_at: new Date(body.createdAt), state: body.status, body: JSON.stringify(body) }
  const written = await tx.db
    .insertInto('orders')
    .values({ account_id: accountId, code, ...values, received_at: now, updated_at: now })
    .onConflict(oc =>
      oc
        .column('code')
        .doUpdateSet({ ...values, updated_at: now })
        .where('orders.account_id', '=', accountId),
    )
    .returning('code')
    .executeTakeFirst()
  return written !== undefined
}

/** The account's rows, to count and to erase. */
export const accountRows = (accountId: string): AccountRows => ({
  orders: sql`from orders where account_id = ${accountId}`,
})
