import { sql, type Updateable } from 'kysely'
import type { Reader, Tx } from '../../../context.ts'
import { updateRow, updateRows } from '../../../platform/db/rows.ts'
import type { UploadsTable } from '../tables.ts'
import type { UploadKey, UploadRow } from './uploads.ts'

/** An upload and the token its row must have. */
export interface LeaseKey {
  row: UploadKey
  token: number
}

/**
 * Raises the token of an upload in progress and sets the end of the new lease; returns the row. Undefined when the
 * upload is not in progress, or when a lease is valid at `now` and `isTakeover` is false.
 */
export function acquireLease(
  db: Reader,
  key: UploadKey,
  { now, expiresAt, isTakeover }: { now: Date; expiresAt: Date; isTakeover: boolean },
): Promise<UploadRow | undefined> {
  return db
    .updateTable('uploads')
    .set({ lease_token: sql<number>`lease_token + 1`, lease_expires_at: expiresAt })
    .where('account_id', '=', key.account_id)
    .where('upload_id', '=', key.upload_id)
    .where('state', '=', 'receiving')
    .$if(!isTakeover, q =>
      q.where(({ eb, or }) => or([eb('lease_expires_at', 'is', null), eb('lease_expires_at', '<=', now)])),
    )
    .returningAll()
    .executeTakeFirst()
}

/** Sets the end of a lease; null releases it. False when another process has acquired the lease since. */
export const setLeaseEnd = (db: Reader, lease: LeaseKey, expiresAt: Date | null): Promise<boolean> =>
  updateLeasedUpload(db, lease, { lease_expires_at: expiresAt })

/** Finishes an upload that became a photo, and ends its lease; undefined when it is not in progress under this lease. */
export function finishUpload(
  tx: Tx,
  { row, token }: LeaseKey,
  outcome: { state: UploadRow['state']; photoId: string; at: Date },
): Promise<UploadRow | undefined> {
  return updateRow(
    tx.db,
    'uploads',
    { account_id: row.account_id, upload_id: row.upload_id, state: 'receiving', lease_token: token },
    {
      state: outcome.state,
      reason: null,
      photo_id: outcome.photoId,
      finished_at: outcome.at,
      lease_expires_at: null,
      stated_place_id: null,
    },
  )
}

/** Changes an upload in progress; false when another process has acquired its lease since. */
export async function updateLeasedUpload(
  db: Reader,
  { row, token }: LeaseKey,
  values: Updateable<UploadsTable>,
): Promise<boolean> {
  const { account_id, upload_id } = row
  const key = { account_id, upload_id, state: 'receiving', lease_token: token } as const
  return (await updateRows(db, 'uploads', key, values)) > 0
}
