import type { Insertable, Selectable } from 'kysely'
import type { Reader, Tx } from '#server/context.ts'
import { listRows, updateRows } from '../../../platform/db/rows.ts'
import type { AddressesTable } from '../tables.ts'

export type AddressRow = Selectable<AddressesTable>
/** The columns that the customer enters. */
export type AddressValues = Omit<
  Insertable<AddressesTable>,
  'account_id' | 'address_id' | 'is_default' | 'created_at'
>

/** Lists the address book, the default address first, then the newest first. */
export function listAddresses(db: Reader, accountId: string): Promise<AddressRow[]> {
  return listRows(
    db,
    'addresses',
    { account_id: accountId },
    'is_default desc',
    'created_at desc',
    'address_id',
  )
}

/** Makes the address the default instead of the current one. */
export async function setDefaultAddress(tx: Tx, accountId: string, addressId: string): Promise<void> {
  // Two statements, because the unique index refuses a second default even within one statement.
  await updateRows(tx.db, 'addresses', { account_id: accountId, is_default: true }, { is_default: false })
  await updateRows(tx.db, 'addresses', { account_id: accountId, address_id: addressId }, { is_default: true })
}
