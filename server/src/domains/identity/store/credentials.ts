import { sql } from 'kysely'
import type { Reader, Tx } from '#server/context.ts'
import { findRow } from '../../../platform/db/rows.ts'

/** Finds the stored hash of the account's password; null when it has none. */
export async function findPasswordHash(db: Reader, accountId: string): Promise<string | null> {
  const row = await findRow(db, 'credentials', { account_id: accountId }, ['password_hash'])
  return row?.password_hash ?? null
}

/** Finds when the password was set; null without one. */
export async function findPasswordChange(db: Reader, accountId: string): Promise<Date | null> {
  const row = await findRow(db, 'credentials', { account_id: accountId }, ['changed_at'])
  return row?.changed_at ?? null
}

/**
 * Sets the password and marks the address as verified: the first password of an account is set through a mailed link, and
 * later ones through another or in a session.
 */
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
