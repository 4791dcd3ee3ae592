import { type SqlBool, sql } from 'kysely'
import type { Reader, Tx } from '../../../context.ts'
import { listRows } from '../../../platform/db/rows.ts'
import type { PhotoComparisonsTable } from '../tables.ts'

/** What two pictures of an account differ in; 'different': they are no copies. */
export type Comparison = Omit<PhotoComparisonsTable, 'account_id'>

/** Returns what is known of pairs, by `toPairKey`. */
export async function loadComparisons(
  db: Reader,
  accountId: string,
): Promise<Map<string, Comparison['difference']>> {
  const rows = await listRows(db, 'photo_comparisons', { account_id: accountId })
  return new Map(rows.map(({ photo_a, photo_b, difference }) => [toPairKey(photo_a, photo_b), difference]))
}

/** The key of a pair, in either order. */
export const toPairKey = (a: string, b: string): string => (a < b ? `${a} ${b}` : `${b} ${a}`)

/** Another search may have compared the same pairs. */
export async function insertComparisons(
  tx: Tx,
  accountId: string,
  comparisons: readonly Comparison[],
): Promise<void> {
  await sql`
    insert into photo_comparisons (account_id, photo_a, photo_b, difference)
    select ${accountId}::text, p.a, p.b, p.difference
    from unnest(${comparisons.map(({ photo_a }) => photo_a)}::uuid[], ${comparisons.map(({ photo_b }) => photo_b)}::uuid[],
      ${comparisons.map(({ difference }) => difference)}::text[]) p(a, b, difference)
    on conflict do nothing`.execute(tx.db)
}

/** Stores that the customer has separated pairs. */
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

export async function deleteComparisons(
  tx: Tx,
  accountId: string,
  photoIds: readonly string[],
): Promise<void> {
  const query = tx.db.deleteFrom('photo_comparisons').where('account_id', '=', accountId)
  await query.where(hasAnyOf(photoIds)).execute()
}

export async function deleteDistinctions(
  tx: Tx,
  accountId: string,
  photoIds: readonly string[],
): Promise<void> {
  const query = tx.db.deleteFrom('photo_distinctions').where('account_id', '=', accountId)
  await query.where(hasAnyOf(photoIds)).execute()
}

/** Whether a pair has any of these photos. */
const hasAnyOf = (photoIds: readonly string[]) =>
  sql<SqlBool>`(photo_a = any(${photoIds}::uuid[]) or photo_b = any(${photoIds}::uuid[]))`
