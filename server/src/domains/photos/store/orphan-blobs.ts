import { type SqlBool, sql } from 'kysely'
import type { Reader, Tx } from '#server/context.ts'
import { acrossAccounts, groupByAccount } from '#server/platform/db/across-accounts.ts'

const SWEEP = acrossAccounts('the blob sweep visits the blobs of all accounts')

export interface OrphanBlob {
  account_id: string
  blob_key: string
}

/** Records blobs without a photo that a sweep has seen; keeps the time of those that are recorded already. */
export async function upsertOrphans(
  tx: Tx,
  orphans: readonly OrphanBlob[],
  sweepId: number,
  now: Date,
): Promise<void> {
  for (const [accountId, orphansOfAccount] of groupByAccount(orphans))
    await sql`
      insert into orphan_blobs (account_id, blob_key, found_at, seen_in)
      select ${accountId}, blob_key, ${now}::timestamptz, ${sweepId}::int
      from unnest(${orphansOfAccount.map(orphan => orphan.blob_key)}::text[]) as found (blob_key)
      on conflict (account_id, blob_key) do update set seen_in = excluded.seen_in`.execute(tx.db)
}

/** Deletes the records of blobs that this sweep did not see as orphans: they are gone or belong to a photo. */
export async function deleteOrphansNotSeenIn(tx: Tx, sweepId: number): Promise<void> {
  await tx.db.deleteFrom('orphan_blobs').where('seen_in', '!=', sweepId).modifyEnd(SWEEP).execute()
}

/** Orphans that were found until `foundBefore`, by account and key. */
export function listOrphansFoundBefore(db: Reader, foundBefore: Date, limit: number): Promise<OrphanBlob[]> {
  return db
    .selectFrom('orphan_blobs')
    .select(['account_id', 'blob_key'])
    .where('found_at', '<=', foundBefore)
    .orderBy('account_id')
    .orderBy('blob_key')
    .limit(limit)
    .modifyEnd(SWEEP)
    .execute()
}

export async function countOrphansFoundBefore(tx: Tx, foundBefore: Date): Promise<number> {
  const { count } = await tx.db
    .selectFrom('orphan_blobs')
    .select(eb => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
    .where('found_at', '<=', foundBefore)
    .modifyEnd(SWEEP)
    .executeTakeFirstOrThrow()
  return count
}

export async function deleteOrphans(tx: Tx, orphans: readonly OrphanBlob[]): Promise<void> {
  for (const [accountId, orphansOfAccount] of groupByAccount(orphans))
    await tx.db
      .deleteFrom('orphan_blobs')
      .where('account_id', '=', accountId)
      .where(sql<SqlBool>`blob_key = any(${orphansOfAccount.map(orphan => orphan.blob_key)}::text[])`)
      .execute()
}

export async function deleteAllOrphans(tx: Tx): Promise<void> {
  await tx.db.deleteFrom('orphan_blobs').modifyEnd(SWEEP).execute()
}
