import { type Insertable, type Selectable, sql } from 'kysely'
import type { BusinessStatus } from '#contract/business-details.ts'
import type { Reader, Tx } from '#server/context.ts'
import type { AccountRows } from '#server/platform/db/account-rows.ts'
import type { BusinessDetailsTable } from '../tables.ts'

export type BusinessDetailsRow = Selectable<BusinessDetailsTable>

/** Finds the details of a business customer; undefined until they are completed. */
export function findBusinessDetails(db: Reader, accountId: string): Promise<BusinessDetailsRow | undefined> {
  return db.selectFrom('business_details').selectAll().where('account_id', '=', accountId).executeTakeFirst()
}

/** Inserts or replaces the details. */
export function writeBusinessDetails(
  tx: Tx,
  { account_id, ...values }: Omit<Insertable<BusinessDetailsTable>, 'told_at'>,
): Promise<BusinessDetailsRow> {
  // After a rollback the previous release sends the details whose `told_at` is null.
  const row = { ...values, told_at: null }
  return tx.db
    .insertInto('business_details')
    .values({ account_id, ...row })
    .onConflict(oc => oc.column('account_id').doUpdateSet(row))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Selects the account's rows, to count and to erase. */
export const selectBusinessRows = (accountId: string): AccountRows => ({
  business_details: sql`from business_details where account_id = ${accountId}`,
})

export async function setBusinessStatus(tx: Tx, accountId: string, status: BusinessStatus): Promise<void> {
  await tx.db
    .updateTable('customers')
    .set({ business_status: status })
    .where('account_id', '=', accountId)
    .execute()
}

export async function setRetailerStatus(
  tx: Tx,
  accountId: string,
  retailerStatus: { status: 'Active' | 'Blocked'; version: number },
): Promise<void> {
  await tx.db
    .updateTable('customers')
    .set({ retailer_status: retailerStatus.status, retailer_status_version: retailerStatus.version })
    .where('account_id', '=', accountId)
    .execute()
}
