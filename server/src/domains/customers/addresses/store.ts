import type { Insertable, Selectable } from 'kysely'
import type { Reader, Tx } from '#server/context.ts'
import { deleteRowsReturning, findRow, listRows, updateRows } from '../../../platform/db/rows.ts'
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

export const findAddress = (
  db: Reader,
  accountId: string,
  addressId: string,
): Promise<AddressRow | undefined> =>
  findRow(db, 'addresses', { account_id: accountId, address_id: addressId })

/** Deletes an address and returns it; if it was the default, the newest address becomes the default. */
export async function deleteAddress(
  tx: Tx,
  accountId: string,
  addressId: string,
): Promise<AddressRow | undefined> {
  const key = { account_id: accountId, address_id: addressId }
  const [deleted] = await deleteRowsReturning(tx.db, 'addresses', key)
  const [newest] = deleted?.is_default ? await listAddresses(tx.db, accountId) : []
  if (newest) await setDefaultAddress(tx, accountId, newest.address_id)
  return deleted
}

/** Makes the address the default instead of the current one. */
export async function setDefaultAddress(tx: Tx, accountId: string, addressId: string): Promise<void> {
  // Two statements, because the unique index refuses a second default even within one statement.
  await updateRows(tx.db, 'addresses', { account_id: accountId, is_default: true }, { is_default: false })
  await updateRows(tx.db, 'addresses', { account_id: accountId, address_id: addressId }, { is_default: true })
}
