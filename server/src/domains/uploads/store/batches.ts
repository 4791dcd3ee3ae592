import { sql } from 'kysely'
import type { RecordedState } from '#contract/upload-batches.ts'
import { UNFINISHED_HOURS } from '#contract/uploads.ts'
import { acrossAccounts } from '#server/platform/db/across-accounts.ts'
import type { Reader, Tx } from '../../../context.ts'

/** A file of a batch, as recorded by its sender or by its upload. */
export interface BatchFileRow {
  batch_id: string
  file_id: string
  file_name: string
  size: string
  state: string
  reason: string | null
  photo_id: string | null
  created_at: Date
}

export interface RecordedFile {
  fileId: string
  fileName: string
  size: number
  state: RecordedState
  reason?: string | undefined
  photoId?: string | undefined
}

/**
 * Records files of a batch. Outcomes are final: only files that are waiting, failed or unreadable change, or are deleted
 * when they are sent as removed.
 */
export async function upsertBatchFiles(
  tx: Tx,
  key: { accountId: string; batchId: string },
  files: readonly RecordedFile[],
  now: Date,
): Promise<void> {
  const removedIds = files.filter(({ state }) => state === 'removed').map(({ fileId }) => fileId)
  await sql`
    delete from upload_batch_files where account_id = ${key.accountId} and batch_id = ${key.batchId}
      and file_id = any(${removedIds}::uuid[]) and state in ('waiting', 'failed', 'unreadable')`.execute(
    tx.db,
  )
  const recordedFiles = new Map(
    files.filter(({ state }) => state !== 'removed').map(file => [file.fileId, file]),
  )
  const rows = [...recordedFiles.values()].map(file => ({
    file_id: file.fileId,
    file_name: file.fileName,
    size: file.size,
    state: file.state,
    reason: file.reason ?? null,
    photo_id: file.photoId ?? null,
  }))
  await sql`
    insert into upload_batch_files
      (account_id, batch_id, file_id, file_name, size, state, reason, photo_id, created_at)
    select ${key.accountId}, ${key.batchId}::uuid, file_id, file_name, size, state, reason, photo_id,
      ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (file_id uuid, file_name text, size bigint,
      state text, reason text, photo_id uuid)
    -- In a fixed order, so that two calls never deadlock.
    order by file_id
    on conflict (account_id, batch_id, file_id) do update
      set state = excluded.state, reason = excluded.reason, photo_id = excluded.photo_id
      where upload_batch_files.state in ('waiting', 'failed', 'unreadable')`.execute(tx.db)
}

/**
 * Selects each file of the account's batches once: the outcome of its upload, else the state that its sender recorded.
 * A file whose upload was created twice, because a response was lost, has the better outcome of both.
 */
const selectFiles = (accountId: string, batchId: string | undefined, since: Date) => {
  const batchCondition = batchId === undefined ? sql`batch_id is not null` : sql`batch_id = ${batchId}::uuid`
  return sql`
    select distinct on (batch_id, file_id)
      batch_id, file_id, file_name, size, state, reason, photo_id, created_at, active_at
    from (
      select batch_id, coalesce(file_id, upload_id::uuid) as file_id, file_name, size,
        case state when 'processing' then 'added' else state end as state, reason,
        case when state in ('receiving', 'refused') then null else photo_id end as photo_id, created_at,
        -- The last byte postpones the expiry; a phone may send until the end of its session.
        greatest(created_at, finished_at, lease_expires_at, case when state = 'receiving' then
          case when session_id is null then expires_at - ${UNFINISHED_HOURS} * interval '1 hour' else expires_at end
        end) as active_at
      from uploads where account_id = ${accountId} and ${batchCondition} and created_at > ${since}
      union all
      select batch_id, file_id, file_name, size, state, reason, photo_id, created_at, created_at as active_at
      from upload_batch_files where account_id = ${accountId} and ${batchCondition} and created_at > ${since}
    ) as files
    order by batch_id, file_id,
      case when state in ('added', 'already-there', 'restored') then 0
        when state in ('failed', 'unreadable') then 1
        when state = 'refused' and reason is distinct from 'expired' then 2
        when state = 'receiving' then 3 when state = 'refused' then 4 else 5 end,
      created_at`
}

/** Lists a page of the files of a batch, in the order of their ids. */
export async function listBatchFiles(
  db: Reader,
  { accountId, batchId }: { accountId: string; batchId: string },
  { since, after, limit }: { since: Date; after: string | undefined; limit: number },
): Promise<BatchFileRow[]> {
  const { rows } = await sql<BatchFileRow>`
    with files as (${selectFiles(accountId, batchId, since)})
    select * from files
    ${after === undefined ? sql`` : sql`where file_id > ${after}::uuid`}
    order by file_id limit ${limit}`.execute(db)
  return rows
}

export interface UploadBatch {
  batch_id: string
  started_at: Date
  /** When the last byte arrived or the last file ended. */
  active_at: Date
  /** Without companions and files that are no pictures. */
  total: number
  added: number
  already_there: number
  problems: number
}

/**
 * Lists the account's batches after `since`, newest first. `already_there`: in the library already, or restored from
 * the bin.
 */
export async function listUploadBatches(
  db: Reader,
  accountId: string,
  { since, limit }: { since: Date; limit: number },
): Promise<UploadBatch[]> {
  const { rows } = await sql<UploadBatch>`
    with files as (${selectFiles(accountId, undefined, since)})
    select batch_id, min(created_at) as started_at, max(active_at) as active_at,
      (count(*) filter (where state not in ('companion', 'left-out')))::int as total,
      (count(*) filter (where state = 'added'))::int as added,
      (count(*) filter (where state in ('already-there', 'restored')))::int as already_there,
      (count(*) filter (where state in ('refused', 'failed', 'unreadable')))::int as problems
    from files group by batch_id having count(*) filter (where state not in ('companion', 'left-out')) > 0
    order by started_at desc, batch_id limit ${limit}`.execute(db)
  return rows
}

/** Finds the account of a batch; `batchId` may be any text. */
export async function findBatchAccounts(db: Reader, batchId: string): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    select account_id from upload_batch_files where batch_id::text = ${batchId}
    union select account_id from uploads where batch_id::text = ${batchId}
    ${acrossAccounts('customer care finds an account by the id of an upload batch')}`.execute(db)
  return rows.map(row => row.account_id)
}

export async function findBatchStart(
  db: Reader,
  { accountId, batchId }: { accountId: string; batchId: string },
  since: Date,
): Promise<Date | undefined> {
  const { rows } = await sql<{ started_at: Date | null }>`
    with files as (${selectFiles(accountId, batchId, since)})
    select min(created_at) as started_at from files`.execute(db)
  return rows[0]?.started_at ?? undefined
}

export async function deleteBatchFilesBefore(db: Reader, before: Date): Promise<void> {
  await db
    .deleteFrom('upload_batch_files')
    .where('created_at', '<', before)
    .modifyEnd(acrossAccounts('batches are deleted by their age'))
    .execute()
}
