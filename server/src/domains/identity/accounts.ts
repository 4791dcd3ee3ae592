import type { Tx } from '#server/context.ts'
import { createCustomer, type NewCustomer } from '../customers/index.ts'
import { setPasswordHash } from './store/credentials.ts'

export interface NewAccount extends NewCustomer {
  /** Left out: the customer sets a password by 'Forgot your password?'. */
  passwordHash?: string
}

/**
 * Creates a customer with a verified e-mail address who can sign in with the password. Returns the account id; null
 * when the address (or the given id) is taken.
 */
export async function createAccount(
  tx: Pick<Tx, 'db'>,
  { passwordHash, ...customer }: NewAccount,
): Promise<string | null> {
  const accountId = await createCustomer(tx, customer)
  if (accountId && passwordHash) await setPasswordHash(tx, accountId, passwordHash, customer.registeredAt)
  return accountId
}
