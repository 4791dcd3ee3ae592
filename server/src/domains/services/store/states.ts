import { type Selectable, type SqlBool, sql } from 'kysely'
import type { Reader, Tx } from '../../../context.ts'
import type { TimePosition } from '../../../http/cursor.ts'
import type { RetailerStatesTable } from '../tables.ts'

export type StateRow = Selectable<RetailerStatesTable>

export type StateKey = Pick<StateRow, 'kind' | 'key'>

/** Query fragment: states of a kind that exist for a token of these vendors; null: of all. */
const selectStates = (db: Reader, kind: string, vendors: readonly string[] | null) =>
  db
    .selectFrom('retailer_states')
    .where('kind', '=', kind)
    .$if(vendors !== null, q => q.where(sql<SqlBool>`(vendors is null or vendors && ${vendors}::text[])`))

export function findState(
  db: Reader,
  { kind, key }: StateKey,
  vendors: readonly string[] | null,
): Promise<StateRow | undefined> {
  return selectStates(db, kind, vendors).selectAll().where('key', '=', key).executeTakeFirst()
}

export type ListedState = Pick<StateRow, 'key' | 'version' | 'hash' | 'stored_at'>

/** Lists a page of the states of a kind that were stored at or after `since`, in the order of time and key. */
export function listStates(
  db: Reader,
  kind: string,
  {
    vendors,
    since,
    after,
    limit,
  }: {
    vendors: readonly string[] | null
    since: Date | undefined
    after: TimePosition | undefined
    limit: number
  },
): Promise<ListedState[]> {
  return selectStates(db, kind, vendors)
    .select(['key', 'version', 'hash', 'stored_at'])
    .$if(since !== undefined, q => q.where('stored_at', '>=', since!))
    .$if(after !== undefined, q => q.where(sql<SqlBool>`(stored_at, key) > (${after!.at}, ${after!.id})`))
    .orderBy('stored_at')
    .orderBy('key')
    .limit(limit)
    .execute()
}

export async function deleteStates(tx: Tx, kind: string, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await tx.db
    .deleteFrom('retailer_states')
    .where('kind', '=', kind)
    .where(sql<SqlBool>`key = any(${keys}::text[])`)
    .execute()
}
