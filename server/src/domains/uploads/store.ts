import type { Selectable } from 'kysely'
import type { Refusal } from '#contract/uploads.ts'
import type { Reader, Tx } from '../../context.ts'
import type { Schema } from '../../schema.ts'
import type { UploadsTable } from './tables.ts'

export type UploadRow = Selectable<UploadsTable>
/** An upload with the state of the photo it became, if there is one. */
export type UploadWithPhoto = UploadRow & { photo_state: Schema['photos']['state'] | null }

export async function findUpload(
  db: Reader,
  accountId: string,
  uploadId: string,
): Promise<UploadRow | undefined> {
  return db
    .selectFrom('uploads')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('upload_id', '=', uploadId)
    .executeTakeFirst()
}

export async function lockUpload(
  tx: Tx,
  accountId: string,
  uploadId: string,
): Promise<UploadRow | undefined> {
  return tx.db
    .selectFrom('uploads')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('upload_id', '=', uploadId)
    .forUpdate()
    .executeTakeFirst()
}

export async function uploadsWithPhotos(
  db: Reader,
  accountId: string,
  uploadIds: readonly string[],
): Promise<UploadWithPhoto[]> {
  return db
    .selectFrom('uploads')
    .leftJoin('photos', join =>
      join
        .onRef('photos.account_id', '=', 'uploads.account_id')
        .onRef('photos.photo_id', '=', 'uploads.photo_id')
        .on('photos.erased_at', 'is', null),
    )
    .selectAll('uploads')
    .select('photos.state as photo_state')
    .where('uploads.account_id', '=', accountId)
    .where('uploads.upload_id', 'in', [...uploadIds])
    .execute()
}

/** Every file of a transfer from a phone, in the order of their beginning; a session has at most 100. */
export async function uploadsOfSession(
  db: Reader,
  accountId: string,
  sessionId: string,
): Promise<UploadWithPhoto[]> {
  return db
    .selectFrom('uploads')
    .leftJoin('photos', join =>
      join
        .onRef('photos.account_id', '=', 'uploads.account_id')
        .onRef('photos.photo_id', '=', 'uploads.photo_id')
        .on('photos.erased_at', 'is', null),
    )
    .selectAll('uploads')
    .select('photos.state as photo_state')
    .where('uploads.account_id', '=', accountId)
    .where('uploads.session_id', '=', sessionId)
    .orderBy('uploads.created_at')
    .orderBy('uploads.upload_id')
    .execute()
}

/** Writes how an upload ended. */
export async function settleUpload(
  db: Reader | Tx['db'],
  row: Pick<UploadRow, 'account_id' | 'upload_id'>,
  outcome: { state: UploadRow['state']; reason?: Refusal; photoId?: string; at: Date },
): Promise<void> {
  await db
    .updateTable('uploads')
    .set({
      state: outcome.state,
      reason: outcome.reason ?? null,
      finished_at: outcome.at,
      ...(outcome.photoId ? { photo_id: outcome.photoId } : {}),
    })
    .where('account_id', '=', row.account_id)
    .where('upload_id', '=', row.upload_id)
    .execute()
}
