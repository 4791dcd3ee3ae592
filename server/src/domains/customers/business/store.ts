import type { Insertable, Selectable } from 'kysely'
import type { Reader, Tx } from '#server/context.ts'
import { findRow, updateRows } from '../../../platform/db/rows.ts'
import type { BusinessDetailsTable } from '../tables.ts'

export type BusinessDetailsRow = Selectable<BusinessDetailsTable>

/** Finds the details of a business customer; undefined until they are completed. */
export function findBusinessDetails(db: Reader, accountId: string): Promise<BusinessDetailsRow | undefined> {
  return findRow(db, 'business_details', { account_id: accountId })
}

/** Inserts or replaces the details. */
export function writeBusinessDetails(
  tx: Tx,
  { account_id, ...values }: Insertable<BusinessDetailsTable>,
): Promise<BusinessDetailsRow> {
  return tx.db
    .insertInto('business_details')
    .values({ account_id, ...values })
    .onConflict(oc => oc.column('account_id').doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Stores the status and its version as the retailer sent them, so that a repeated or older version is recognized;
 * `setBusinessStatus` sets the status that applies.
 */
export async function setStatusFromRetailer(
  tx: Tx,
  accountId: string,
  retailerStatus: { status: 'Active' | 'Blocked'; version: number },
): Promise<void> {
  const changes = { retailer_status: retailerStatus.status, retailer_status_version: retailerStatus.version }
  await updateRows(tx.db, 'customers', { account_id: accountId }, changes)
}
