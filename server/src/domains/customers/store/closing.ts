import { normalizeEmail } from '#contract/input/email-address.ts'
import type { Tx } from '#server/context.ts'
import { updateRows } from '../../../platform/db/rows.ts'
import { deleteDirectoryEntry, insertDirectoryEntry } from '../directory/store.ts'
import { selectCustomer } from './customers.ts'

/** Closes the account: sign-in is impossible and every token is refused. False when it is closed already. */
export async function closeCustomer(tx: Tx, accountId: string, closedAt: Date): Promise<boolean> {
  const key = { account_id: accountId, deleted_at: null }
  if ((await updateRows(tx.db, 'customers', key, { deleted_at: closedAt })) === 0) return false
  await deleteDirectoryEntry(tx, accountId)
  return true
}

/**
 * Reopens a closed account, with its own e-mail address or another one. 'address-taken' when another account of the vendor
 * has the address by now: the transaction must be rolled back. 'gone' when the account is not closed or is being erased.
 */
export async function reopenCustomer(
  tx: Tx,
  accountId: string,
  email?: string,
): Promise<'reopened' | 'address-taken' | 'gone'> {
  const closedCustomer = await selectCustomer(tx.db, accountId)
    .select(['account_id', 'vendor', 'email', 'business'])
    .where('deleted_at', 'is not', null)
    .where('erasing_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!closedCustomer) return 'gone'
  const entry = { ...closedCustomer, ...(email && { email: normalizeEmail(email) }) }
  if (!(await insertDirectoryEntry(tx, entry))) return 'address-taken'
  await updateRows(tx.db, 'customers', { account_id: accountId }, { deleted_at: null, email: entry.email })
  return 'reopened'
}

/** Marks the customer as being erased, closed before or not: no data are stored for the account from then on. */
export async function markCustomerErasing(tx: Tx, accountId: string, now: Date): Promise<void> {
  await tx.db
    .updateTable('customers')
    .set(({ fn, val }) => ({
      deleted_at: fn.coalesce('deleted_at', val(now)),
      erasing_at: fn.coalesce('erasing_at', val(now)),
    }))
    .where('account_id', '=', accountId)
    .execute()
  await deleteDirectoryEntry(tx, accountId)
}
