import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Reader, Tx } from '../../../context.ts'
import { lockRow } from '../../../platform/db/rows.ts'
import { selectOpenAccounts } from '../../customers/index.ts'
import type { ApiKeysTable } from '../tables.ts'

export type ApiKeyRow = Selectable<ApiKeysTable>

/**
 * Finds the key with this hash, ended or not, and the vendor of its account; null where the account is closed or is not a
 * business.
 */
export function findKeyWithVendor(
  db: Reader,
  hash: string,
): Promise<(ApiKeyRow & { vendor: string | null }) | undefined> {
  return db
    .selectFrom('api_keys')
    .leftJoin(
      selectOpenAccounts(db)
        .select(['account_directory.account_id', 'account_directory.vendor'])
        .where('account_directory.business', '=', true)
        .as('account'),
      'account.account_id',
      'api_keys.account_id',
    )
    .selectAll('api_keys')
    .select('account.vendor')
    .where('hash', '=', hash)
    .executeTakeFirst()
}

/** Lists the account's keys that had not ended at `since`, newest first. */
export function listKeys(db: Reader, accountId: string, since: Date): Promise<ApiKeyRow[]> {
  return db
    .selectFrom('api_keys')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(sql<boolean>`least(expires_at, ended_at) > ${since}`)
    .orderBy('created_at', 'desc')
    .orderBy('key_id')
    .execute()
}

/** Locks a key of the account. */
export function lockKey(tx: Tx, accountId: string, keyId: string): Promise<ApiKeyRow | undefined> {
  return lockRow(tx, 'api_keys', { account_id: accountId, key_id: keyId })
}

export function insertKey(tx: Tx, row: Insertable<ApiKeysTable>): Promise<ApiKeyRow> {
  return tx.db.insertInto('api_keys').values(row).returningAll().executeTakeFirstOrThrow()
}

export function updateKey(
  tx: Tx,
  accountId: string,
  keyId: string,
  values: Updateable<ApiKeysTable>,
): Promise<ApiKeyRow> {
  return tx.db
    .updateTable('api_keys')
    .set(values)
    .where('account_id', '=', accountId)
    .where('key_id', '=', keyId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Ends these keys of the account, or all; those that have ended stay as they are. */
export async function endKeys(
  tx: Tx,
  accountId: string,
  keyIds: readonly string[] | 'all',
  now: Date,
): Promise<void> {
  await tx.db
    .updateTable('api_keys')
    .set({ ended_at: now })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .$if(keyIds !== 'all', q => q.where(sql<boolean>`key_id::text = any(${[...keyIds]}::text[])`))
    .execute()
}

/** Lists keys that work at `now`, end before `until` and have no successor, the earliest end first. */
export function listExpiringKeys(
  db: Reader,
  { now, until }: { now: Date; until: Date },
): Promise<ApiKeyRow[]> {
  return db
    .selectFrom('api_keys')
    .selectAll()
    .where('ended_at', 'is', null)
    .where('replaced_by', 'is', null)
    .where('expires_at', '>', now)
    .where('expires_at', '<=', until)
    .orderBy('expires_at')
    .execute()
}

/** Deletes keys that ended before `before`, with their calls. */
export async function deleteKeysEndedBefore(tx: Tx, before: Date): Promise<void> {
  const deletedKeys = await tx.db
    .deleteFrom('api_keys')
    .where(sql<boolean>`least(expires_at, ended_at) < ${before}`)
    .returning('key_id')
    .execute()
  if (deletedKeys.length === 0) return
  const keyIds = deletedKeys.map(({ key_id }) => key_id)
  await tx.db.deleteFrom('api_key_calls').where(sql<boolean>`key_id = any(${keyIds}::uuid[])`).execute()
}
