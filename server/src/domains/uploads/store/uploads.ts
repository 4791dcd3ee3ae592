import { type Selectable, sql } from 'kysely'
import type { Refusal } from '#contract/uploads.ts'
import type { Reader, Tx } from '../../../context.ts'
import { listColumns, updateRows } from '../../../platform/db/rows.ts'
import type { Schema } from '../../../schema.ts'
import { selectActivationState } from '../../activation/index.ts'
import { selectCustomer } from '../../customers/index.ts'
import { selectPhotoStates } from '../../photos/index.ts'
import type { UploadsTable } from '../tables.ts'

export type UploadRow = Selectable<UploadsTable>
export type UploadKey = Pick<UploadRow, 'account_id' | 'upload_id'>
/** An upload with the state of the photo it became, if there is one. */
export type UploadWithPhoto = UploadRow & { photo_state: Schema['photos']['state'] | null }

export async function findUpload(
  db: Reader,
  accountId: string,
  uploadId: string,
): Promise<UploadRow | undefined> {
  return selectUpload(db, accountId, uploadId).executeTakeFirst()
}

export async function lockUpload(
  tx: Tx,
  accountId: string,
  uploadId: string,
): Promise<UploadRow | undefined> {
  return selectUpload(tx.db, accountId, uploadId).forUpdate().executeTakeFirst()
}

const selectUpload = (db: Reader, accountId: string, uploadId: string) =>
  db.selectFrom('uploads').selectAll().where('account_id', '=', accountId).where('upload_id', '=', uploadId)

export async function listUploadsWithPhotos(
  db: Reader,
  accountId: string,
  uploadIds: readonly string[],
): Promise<UploadWithPhoto[]> {
  return selectWithPhotoStates(db)
    .where('uploads.account_id', '=', accountId)
    .where('uploads.upload_id', 'in', [...uploadIds])
    .where('uploads.purpose', 'is', null)
    .execute()
}

/** Lists all uploads of a session, in the order of creation; a session has at most 100. */
export async function listUploadsOfSession(
  db: Reader,
  accountId: string,
  sessionId: string,
): Promise<UploadWithPhoto[]> {
  return selectWithPhotoStates(db)
    .where('uploads.account_id', '=', accountId)
    .where('uploads.session_id', '=', sessionId)
    .orderBy('uploads.created_at')
    .orderBy('uploads.upload_id')
    .execute()
}

/** Counts the files of sessions that are in the library or will be, by session; sessions without any are left out. */
export async function countArrivedFiles(
  db: Reader,
  accountId: string,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (sessionIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('uploads')
    .select(['session_id', sql<number>`count(*)::int`.as('files')])
    .where('account_id', '=', accountId)
    .where('session_id', 'in', [...sessionIds])
    .where('state', 'not in', ['receiving', 'refused'])
    .groupBy('session_id')
    .execute()
  return new Map(rows.map(({ session_id, files }) => [session_id!, files]))
}

const selectWithPhotoStates = (db: Reader) =>
  db
    .selectFrom('uploads')
    .leftJoin(selectPhotoStates(db).as('photo'), join =>
      join
        .onRef('photo.account_id', '=', 'uploads.account_id')
        .onRef('photo.photo_id', '=', 'uploads.photo_id'),
    )
    .selectAll('uploads')
    .select('photo.state as photo_state')

/** Refuses an upload and ends its lease. */
export async function setUploadRefused(
  db: Reader,
  { account_id, upload_id }: UploadKey,
  { reason, at }: { reason: Refusal; at: Date },
): Promise<void> {
  await updateRows(
    db,
    'uploads',
    { account_id, upload_id },
    {
      state: 'refused',
      reason,
      finished_at: at,
      lease_expires_at: null,
      stated_place_id: null,
    },
  )
}

/**
 * Counts the account's unfinished uploads and their announced bytes, with the account's brand and the state of its
 * legacy library, null without one. One statement, because every creation runs it.
 */
export async function getUnfinishedUploads(db: Reader, accountId: string) {
  return db
    .selectFrom('uploads')
    .select([
      sql<number>`count(*)::int`.as('uploads'),
      sql<number>`coalesce(sum(size), 0)::float8`.as('bytes'),
      selectCustomer(db, accountId).select('customers.brand_id').as('brand_id'),
      selectActivationState(db, accountId).as('activation_state'),
    ])
    .where('account_id', '=', accountId)
    .where('state', '=', 'receiving')
    .where('purpose', 'is', null)
    .executeTakeFirstOrThrow()
}

/** Lists uploads of the account that may have staged bytes. */
export function listReceivingUploads(db: Reader, accountId: string): Promise<UploadKey[]> {
  const key = { account_id: accountId, state: 'receiving' } as const
  return listColumns(db, 'uploads', key, ['account_id', 'upload_id'])
}

/** Refuses all uploads of a session, or of a batch, that are still receiving bytes as expired; returns them. */
export function expireUploadsOf(
  tx: Tx,
  accountId: string,
  [column, id]: ['session_id' | 'batch_id', string],
  now: Date,
): Promise<UploadKey[]> {
  return tx.db
    .updateTable('uploads')
    .set({
      state: 'refused',
      reason: 'expired',
      finished_at: now,
      lease_expires_at: null,
      stated_place_id: null,
    })
    .where('account_id', '=', accountId)
    .where(column, '=', id)
    .where('state', '=', 'receiving')
    .returning(['account_id', 'upload_id'])
    .execute()
}
