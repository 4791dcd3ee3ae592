import type { Tx } from '#server/context.ts'
import { Failure, notFound } from '#server/http/failure.ts'
import { findRow } from '../../../platform/db/rows.ts'
import { type Customer, lockCustomer } from '../../customers/index.ts'

/** Whose session adds access; API keys, commands and sessions of an external provider have no grant. */
export interface AccessAuthor {
  accountId: string
  grantId: string | null
}

/**
 * Locks the customer before a transaction adds access to the account, of whatever kind. What ends all access takes the same
 * lock: it ends what was committed before it, and what comes after it is refused here. Throws unauthorized when the
 * session has ended since the request was authenticated, not-found for a closed account.
 */
export async function lockForNewAccess(tx: Tx, { accountId, grantId }: AccessAuthor): Promise<Customer> {
  const customer = await lockCustomer(tx, accountId)
  const grant = grantId !== null && { kind: 'Grant', id: grantId, account_id: accountId }
  if (grant && !(await findRow(tx.db, 'oidc_records', grant, ['id'])))
    throw new Failure('unauthorized', 'The session has ended')
  if (!customer || customer.deleted_at) throw notFound('Customer')
  return customer
}
