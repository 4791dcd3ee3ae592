import { type SqlBool, sql } from 'kysely'
import type { Reader, Tx } from '../../../context.ts'
import { listRows } from '../../../platform/db/rows.ts'
import { toPairKey } from './comparisons.ts'

export async function insertDistinctions(
  tx: Tx,
  accountId: string,
  pairs: readonly (readonly [string, string])[],
): Promise<void> {
  await sql`
    insert into photo_distinctions (account_id, photo_a, photo_b)
    select ${accountId}::text, p.a, p.b
    from unnest(${pairs.map(([a]) => a)}::uuid[], ${pairs.map(([, b]) => b)}::uuid[]) p(a, b)
    on conflict do nothing`.execute(tx.db)
}

/** Returns a function that says whether the customer has separated two photos. */
export async function loadDistinctions(
  db: Reader,
  accountId: string,
): Promise<(a: string, b: string) => boolean> {
  const rows = await listRows(db, 'photo_distinctions', { account_id: accountId })
  const pairs = new Set(rows.map(({ photo_a, photo_b }) => toPairKey(photo_a, photo_b)))
  return (a, b) => pairs.size > 0 && pairs.has(toPairKey(a, b))
}

export async function deleteDistinctions(
  tx: Tx,
  accountId: string,
  photoIds: readonly string[],
): Promise<void> {
  await tx.db
    .deleteFrom('photo_distinctions')
    .where('account_id', '=', accountId)
    .where(sql<SqlBool>`(photo_a = any(${photoIds}::uuid[]) or photo_b = any(${photoIds}::uuid[]))`)
    .execute()
}
