import { type Insertable, type Selectable, type SqlBool, sql } from 'kysely'
import type { TimePosition } from '#server/http/cursor.ts'
import type { Reader, Tx } from '../../../context.ts'
import { insertRows } from '../../../platform/db/rows.ts'
import type { ApiKeyCallsTable } from '../tables.ts'

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
