import { randomUUID } from 'node:crypto'
import type { Insertable, Selectable } from 'kysely'
import type { Reader, Tx } from '#server/context.ts'
import { deleteRowsReturning, insertRow, listRows, updateRow, updateRows } from '../../../platform/db/rows.ts'
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

export function insertAddress(
  tx: Tx,
  accountId: string,
  values: AddressValues,
  createdAt: Date,
): Promise<AddressRow> {
  return insertRow(tx.db, 'addresses', {
    ...values,
    account_id: accountId,
    address_id: randomUUID(),
    is_default: false,
    created_at: createdAt,
  })
}

/** Returns undefined when the account has no such address. */
export function updateAddress(
  tx: Tx,
  accountId: string,
  addressId: string,
  values: AddressValues,
): Promise<AddressRow | undefined> {
  return updateRow(tx.db, 'addresses', { account_id: accountId, address_id: addressId }, values)
}

/** Makes the address the default instead of the current one. */
export async function setDefaultAddress(tx: Tx, accountId: string, addressId: string): Promise<void> {
  // Two statements, because the unique index refuses a second default even within one statement.
  await updateRows(tx.db, 'addresses', { account_id: accountId, is_default: true }, { is_default: false })
  await updateRows(tx.db, 'addresses', { account_id: accountId, address_id: addressId }, { is_default: true })
}

/** Returns undefined when the account has no such address. */
export async function deleteAddress(
  tx: Tx,
  accountId: string,
  addressId: string,
): Promise<AddressRow | undefined> {
  const key = { account_id: accountId, address_id: addressId }
  const [deletedAddress] = await deleteRowsReturning(tx.db, 'addresses', key)
  return deletedAddress
}
