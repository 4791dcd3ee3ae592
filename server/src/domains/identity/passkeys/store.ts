import type { Insertable, Selectable } from 'kysely'
import type { Reader, Tx } from '#server/context.ts'
import { findRow, listRows } from '../../../platform/db/rows.ts'
import type { PasskeysTable } from '../tables.ts'

export type PasskeyRow = Selectable<PasskeysTable>

/** What a sign-in changes. */
export interface PasskeyUse {
  counter: number
  backed_up: boolean
  last_used_at: Date
}

export function listPasskeys(db: Reader, accountId: string): Promise<PasskeyRow[]> {
  return listRows(db, 'passkeys', { account_id: accountId }, 'created_at desc', 'passkey_id')
}

/** Inserts a passkey; false if its credential is known already, of any account. */
export async function insertPasskey(tx: Pick<Tx, 'db'>, row: Insertable<PasskeysTable>): Promise<boolean> {
  const inserted = await tx.db
    .insertInto('passkeys')
    .values(row)
    .onConflict(oc => oc.column('credential_id').doNothing())
    .returning('passkey_id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Deletes these passkeys of the account, or all. */
export async function deletePasskeys(
  tx: Tx,
  accountId: string,
  ids: readonly string[] | 'all',
): Promise<void> {
  if (ids !== 'all' && ids.length === 0) return
  await tx.db
    .deleteFrom('passkeys')
    .where('account_id', '=', accountId)
    .$if(ids !== 'all', query => query.where('passkey_id', 'in', ids as string[]))
    .execute()
}

export async function hasPasskeyCreatedBefore(db: Reader, accountId: string, before: Date): Promise<boolean> {
  const row = await db
    .selectFrom('passkeys')
    .select('passkey_id')
    .where('account_id', '=', accountId)
    .where('created_at', '<=', before)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Finds what authenticators know the account by; undefined before its first passkey. */
export async function findHandle(db: Reader, accountId: string): Promise<string | undefined> {
  const row = await findRow(db, 'webauthn_handles', { account_id: accountId }, ['handle'])
  return row?.handle
}

export async function findAccountByHandle(db: Reader, handle: string): Promise<string | undefined> {
  const row = await findRow(db, 'webauthn_handles', { handle }, ['account_id'])
  return row?.account_id
}

/** Inserts the handle unless the account has one. */
export async function insertHandle(db: Reader, accountId: string, handle: string): Promise<void> {
  await db
    .insertInto('webauthn_handles')
    .values({ account_id: accountId, handle })
    .onConflict(oc => oc.column('account_id').doNothing())
    .execute()
}

/** Serializes the transactions that change which passkeys the account has. */
export async function lockHandle(tx: Tx, accountId: string): Promise<void> {
  await tx.db
    .selectFrom('webauthn_handles')
    .select('handle')
    .where('account_id', '=', accountId)
    .forUpdate()
    .execute()
}
