import { normalizeEmail } from '#contract/input/email-address.ts'
import type { Tx } from '#server/context.ts'
import { isUniqueViolation } from '#server/platform/db/error-codes.ts'
import { updateRows } from '../../../platform/db/rows.ts'
import type { Customer } from './customers.ts'

/** The columns that customers change themselves. */
export type CustomerChanges = Partial<
  Pick<
    Customer,
    | 'salutation'
    | 'first_name'
    | 'last_name'
    | 'date_of_birth'
    | 'phone_number'
    | 'locale'
    | 'payment_method'
    | 'shares_positions'
    | 'callback_url'
    | 'callback_format'
  >
>

/** Writes the given columns only, so that concurrent changes to other columns stay; undefined for a deleted customer. */
export async function setCustomerDetails(
  tx: Tx,
  accountId: string,
  changes: CustomerChanges,
): Promise<Customer | undefined> {
  return (
    tx.db
      .updateTable('customers')
      // SQL requires at least one column, even without changes.
      .set(eb => ({ ...changes, registered_at: eb.ref('registered_at') }))
      .where('account_id', '=', accountId)
      .where('deleted_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
  )
}

/**
 * Replaces the e-mail address of a customer who is not deleted; false when another customer of the vendor has it: the
 * transaction must be rolled back.
 */
export async function setEmail(tx: Tx, accountId: string, email: string): Promise<boolean> {
  try {
    await updateRows(tx.db, 'account_directory', { account_id: accountId }, { email: normalizeEmail(email) })
    await updateRows(
      tx.db,
      'customers',
      { account_id: accountId, deleted_at: null },
      { email: normalizeEmail(email) },
    )
    return true
  } catch (error) {
    if (isUniqueViolation(error)) return false
    throw error
  }
}
