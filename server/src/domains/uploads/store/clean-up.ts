import { sql } from 'kysely'
import { acrossAccounts, groupByAccount } from '#server/platform/db/across-accounts.ts'
import type { Reader } from '../../../context.ts'
import type { UploadKey, UploadRow } from './uploads.ts'

/*
 * Rows to change are listed across all accounts and then changed account by account, by their keys: one statement
 * for the keys of a whole batch scans the table. The condition is repeated, because a row may have changed since it
 * was listed.
 */

/** Lists the next uploads in progress whose lease ended at `now` or before without being released, oldest first. */
export async function listAbandonedUploads(
  db: Reader,
  now: Date,
  after: UploadRow | undefined,
  limit: number,
): Promise<UploadRow[]> {
  return db
    .selectFrom('uploads')
    .selectAll()
    .where('lease_expires_at', '<=', now)
    .$if(after !== undefined, q =>
      q.where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('lease_expires_at', 'account_id', 'upload_id'),
          '>',
          tuple(after!.lease_expires_at!, after!.account_id, after!.upload_id),
        ),
      ),
    )
    .orderBy('lease_expires_at')
    .orderBy('account_id')
    .orderBy('upload_id')
    .limit(limit)
    .modifyEnd(acrossAccounts('uploads that crashed processes left are completed'))
    .execute()
}

/** Refuses the next uploads that expired before their last byte arrived, in order of their expiry; returns them. */
export async function refuseExpiredUploads(db: Reader, now: Date, limit: number): Promise<UploadKey[]> {
  const isExpired = sql`state = 'receiving' and expires_at <= ${now} and (lease_expires_at is null or lease_expires_at <= ${now})`
  const { rows: candidates } = await sql<UploadKey>`
    select account_id, upload_id from uploads where ${isExpired}
    order by expires_at, account_id, upload_id limit ${limit}
    ${acrossAccounts('uploads expire by their age')}`.execute(db)
  const refused: UploadKey[] = []
  for (const [accountId, uploads] of groupByAccount(candidates)) {
    const { rows } = await sql<UploadKey>`
      update uploads set state = 'refused', reason = 'expired', finished_at = ${now}, lease_expires_at = null
      where account_id = ${accountId} and upload_id = any(${toUploadIds(uploads)}::text[]) and ${isExpired}
      returning account_id, upload_id`.execute(db)
    refused.push(...rows)
  }
  return refused
}

/** Deletes the next uploads that ended before `finishedBefore`, the oldest first; returns their number. */
export async function deleteFinishedUploads(
  db: Reader,
  finishedBefore: Date,
  limit: number,
): Promise<number> {
  const { rows: candidates } = await sql<UploadKey>`
    select account_id, upload_id from uploads where finished_at < ${finishedBefore}
    order by finished_at limit ${limit}
    ${acrossAccounts('receipts are deleted by their age')}`.execute(db)
  let deleted = 0
  for (const [accountId, uploads] of groupByAccount(candidates)) {
    const { numAffectedRows } = await sql`
      delete from uploads
      where account_id = ${accountId} and upload_id = any(${toUploadIds(uploads)}::text[])
        and finished_at < ${finishedBefore}`.execute(db)
    deleted += Number(numAffectedRows)
  }
  return deleted
}

const toUploadIds = (uploads: readonly UploadKey[]) => uploads.map(upload => upload.upload_id)

/** Finds the uploads with these keys that are in progress. */
export async function findReceivingUploads(db: Reader, keys: readonly UploadKey[]): Promise<UploadKey[]> {
  const { rows } = await sql<UploadKey>`
    select account_id, upload_id from uploads
    join unnest(${keys.map(key => key.account_id)}::text[], ${keys.map(key => key.upload_id)}::text[])
      as wanted (account_id, upload_id) using (account_id, upload_id)
    where state = 'receiving'`.execute(db)
  return rows
}
