import { sql } from 'kysely'
import type { Context, Reader, Tx } from '#server/context.ts'
import { createCustomer, type NewCustomer } from '../customers/index.ts'
import { runtimeOf } from './runtime.ts'

export interface NewAccount extends NewCustomer {
  /** Without one the customer chooses one by 'Forgot your password?'. */
  passwordHash?: string
}

/**
 * Creates a customer, address proven, who can sign in with the password, and answers the account id; null when the
 * address (or the given id) is taken.
 */
export async function createAccount(
  tx: Pick<Tx, 'db'>,
  { passwordHash, ...customer }: NewAccount,
): Promise<string | null> {
  const accountId = await createCustomer(tx, customer)
  if (accountId && passwordHash) await setPasswordHash(tx, accountId, passwordHash, customer.registeredAt)
  return accountId
}

/** The stored hash of the account's password; null when it has none. */
export async function passwordHashOf(db: Reader, accountId: string): Promise<string | null> {
  const row = await db
    .selectFrom('credentials')
    .select('password_hash')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.password_hash ?? null
}

/** Sets the password. Who sets one has shown that the address is theirs. */
export async function setPasswordHash(
  tx: Pick<Tx, 'db'>,
  accountId: string,
  hash: string,
  now: Date,
): Promise<void> {
  await tx.db
    .insertInto('credentials')
    .values({ account_id: accountId, password_hash: hash, email_verified_at: now, changed_at: now })
    .onConflict(oc =>
      oc.column('account_id').doUpdateSet({
        password_hash: hash,
        changed_at: now,
        email_verified_at: sql`coalesce(credentials.email_verified_at, ${now})`,
      }),
    )
    .execute()
}

/** Ends every session, grant and token of the account, on all devices and in all processes within a second. */
export async function signOutEverywhere(ctx: Context, accountId: string): Promise<void> {
  await ctx.db.deleteFrom('oidc_records').where('account_id', '=', accountId).execute()
  forgetCallers(ctx, accountId)
}

/** Makes this process ask the database again at the account's next call. */
export function forgetCallers(ctx: Context, accountId: string): void {
  const { callers } = runtimeOf(ctx)
  for (const [token, caller] of callers.entries()) if (caller.accountId === accountId) callers.delete(token)
}
