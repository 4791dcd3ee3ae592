import type { Insertable, Selectable } from 'kysely'
import type { Reader, Tx } from '#server/context.ts'
import {
  atMost,
  deleteRows,
  findRow,
  insertMissingRow,
  listRows,
  lockRow,
} from '../../../platform/db/rows.ts'
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
  return insertMissingRow(tx.db, 'passkeys', row, ['credential_id'])
}

/** Deletes these passkeys of the account, or all. */
export async function deletePasskeys(
  tx: Tx,
  accountId: string,
  ids: readonly string[] | 'all',
): Promise<void> {
  await deleteRows(tx.db, 'passkeys', { account_id: accountId, ...(ids !== 'all' && { passkey_id: ids }) })
}

export async function hasPasskeyCreatedBefore(db: Reader, accountId: string, before: Date): Promise<boolean> {
  const key = { account_id: accountId, created_at: atMost(before) }
  return (await findRow(db, 'passkeys', key, ['passkey_id'])) !== undefined
}

/** Finds what authenticators know the account by; undefined before its first passkey. */
export async function findHandle(db: Reader, accountId: string): Promise<string | undefined> {
  const row = await findRow(db, 'webauthn_handles', { account_id: accountId }, ['handle'])
  return row?.handle
}

/** Inserts the handle unless the account has one. */
export async function insertHandle(db: Reader, accountId: string, handle: string): Promise<void> {
  await insertMissingRow(db, 'webauthn_handles', { account_id: accountId, handle }, ['account_id'])
}

/** Serializes the transactions that change which passkeys the account has. */
export async function lockHandle(tx: Tx, accountId: string): Promise<void> {
  await lockRow(tx, 'webauthn_handles', { account_id: accountId })
}
