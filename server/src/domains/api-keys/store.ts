import { type Insertable, type Selectable, type SqlBool, sql, type Updateable } from 'kysely'
import type { TimePosition } from '#server/http/cursor.ts'
import type { Reader, Tx } from '../../context.ts'
import { findRow, insertRow, insertRows, lockRow } from '../../platform/db/rows.ts'
import { selectOpenAccounts } from '../customers/index.ts'
import type { ApiKeyCallsTable, ApiKeysTable } from './tables.ts'

export type ApiKeyCallRow = Selectable<ApiKeyCallsTable>

/** A call with the name that its key has now. */
export type ListedCall = ApiKeyCallRow & { key_name: string }

export interface CallsPage {
  accountId: string
  since: Date
  keyId: string | undefined
  refusedOnly: boolean
  after: TimePosition | undefined
  limit: number
}

/** Whether a call was refused because of its key, or because of too many calls. */
const IS_REFUSED = sql<SqlBool>`status in (401, 403, 429)`

export async function insertCalls(tx: Tx, rows: readonly Insertable<ApiKeyCallsTable>[]): Promise<void> {
  await insertRows(tx.db, 'api_key_calls', rows)
}

/** Lists calls of the account's keys, newest first. */
export function listCalls(db: Reader, page: CallsPage): Promise<ListedCall[]> {
  const { after } = page
  return db
    .selectFrom('api_key_calls')
    .innerJoin('api_keys', 'api_keys.key_id', 'api_key_calls.key_id')
    .selectAll('api_key_calls')
    .select('api_keys.name as key_name')
    .where('api_key_calls.account_id', '=', page.accountId)
    .where('called_at', '>=', page.since)
    .$if(page.keyId !== undefined, q => q.where('api_key_calls.key_id', '=', page.keyId!))
    .$if(page.refusedOnly, q => q.where(IS_REFUSED))
    .$if(after !== undefined, q =>
      q.where(sql<SqlBool>`(called_at, call_id) < (${after!.at}, ${after!.id}::uuid)`),
    )
    .orderBy('called_at', 'desc')
    .orderBy('call_id', 'desc')
    .limit(page.limit)
    .execute()
}

/** Counts the calls that a list without its filter of refused ones has, and how many of them were refused. */
export function countCalls(
  db: Reader,
  { accountId, since, keyId }: Pick<CallsPage, 'accountId' | 'since' | 'keyId'>,
): Promise<{ total: number; refused: number }> {
  return db
    .selectFrom('api_key_calls')
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<number>`(count(*) filter (where ${IS_REFUSED}))::int`.as('refused'),
    ])
    .where('account_id', '=', accountId)
    .where('called_at', '>=', since)
    .$if(keyId !== undefined, q => q.where('key_id', '=', keyId!))
    .executeTakeFirstOrThrow()
}

/** Deletes the oldest calls of each key beyond these numbers. */
export async function deleteExcessCalls(
  tx: Tx,
  { answered, refused }: { answered: number; refused: number },
): Promise<void> {
  await sql`delete from api_key_calls where call_id in (
    select call_id from (
      select call_id, ${IS_REFUSED} as is_refused,
        row_number() over (partition by key_id, ${IS_REFUSED} order by called_at desc, call_id desc) as n
      from api_key_calls
    ) as numbered
    where n > case when is_refused then ${refused}::int else ${answered}::int end
  )`.execute(tx.db)
}

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
export const findKeyOfAccount = (
  db: Reader,
  accountId: string,
  keyId: string,
): Promise<ApiKeyRow | undefined> => findRow(db, 'api_keys', { account_id: accountId, key_id: keyId })

export function lockKey(tx: Tx, accountId: string, keyId: string): Promise<ApiKeyRow | undefined> {
  return lockRow(tx, 'api_keys', { account_id: accountId, key_id: keyId })
}

export function insertKey(tx: Tx, row: Insertable<ApiKeysTable>): Promise<ApiKeyRow> {
  return insertRow(tx.db, 'api_keys', row)
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
