import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Context, Reader, Tx } from '#server/context.ts'
import { runtimeOf } from './runtime.ts'

/*
 * Sign-in's view of the table customers. Customers build on identity, so identity cannot ask them: it reads and
 * creates these rows itself and leaves everything else in them to the customers domain.
 */

export interface Account {
  id: string
  email: string
  business: boolean
  brandId: string
  locale: string
}

export interface NewAccount {
  /** An external provider's subject; a random id when left out. */
  id?: string
  email: string
  brandId: string
  locale: string
  business?: boolean
  registeredAt: Date
}

/** The account, unless it is deleted. */
export async function findAccount(db: Reader, accountId: string): Promise<Account | undefined> {
  const row = await accounts(db).where('account_id', '=', accountId).executeTakeFirst()
  return row && present(row)
}

/** The account that signs in with this address, in whatever case it is written. */
export async function findAccountByEmail(db: Reader, email: string): Promise<Account | undefined> {
  const row = await accounts(db).where('email', '=', normalEmail(email)).executeTakeFirst()
  return row && present(row)
}

/** Creates an account and answers its id; null when the address (or the given id) is taken. */
export async function createAccount(tx: Pick<Tx, 'db'>, account: NewAccount): Promise<string | null> {
  const created = await tx.db
    .insertInto('customers')
    .values({
      account_id: account.id ?? randomUUID(),
      email: normalEmail(account.email),
      business: account.business ?? false,
      brand_id: account.brandId,
      locale: account.locale,
      registered_at: account.registeredAt,
    })
    .onConflict(oc => oc.doNothing())
    .returning('account_id')
    .executeTakeFirst()
  return created?.account_id ?? null
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

export function normalEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase()
}

function accounts(db: Reader) {
  return db
    .selectFrom('customers')
    .select(['account_id', 'email', 'business', 'brand_id', 'locale'])
    .where('deleted_at', 'is', null)
}

function present(row: {
  account_id: string
  email: string
  business: boolean
  brand_id: string
  locale: string
}): Account {
  return {
    id: row.account_id,
    email: row.email,
    business: row.business,
    brandId: row.brand_id,
    locale: row.locale,
  }
}
