import { type Context, change, type Tx } from '../../context.ts'
import { deleteRows } from '../../platform/db/rows.ts'
import type { PhotoDate } from './decide-date.ts'
import { recordDeletion } from './erasure/record-deletion.ts'
import { photosMoved } from './events.ts'
import { requestIngestAgain, selectLane, sendIngest } from './ingest-queue.ts'
import { erasePhotosJob } from './job-kinds.ts'
import { publishLibraryChange } from './notifications.ts'
import { insertPhoto, setPhotoState, updateBinState } from './store/changes.ts'
import { findErasedPhotoIds, markPhotosErased } from './store/erasure.ts'
import { lockPhotos } from './store/locks.ts'
import { updateMonthCounts } from './store/month-counts.ts'
import type { PhotoRow } from './store/photos.ts'
import { toTakenColumns } from './taken-columns.ts'

/** The photo of an accepted upload. */
export interface NewPhoto {
  accountId: string
  photoId: string
  uploadId: string
  sha256: string
  crc32: number
  size: number
  contentType: PhotoRow['content_type']
  fileName: string
  /** From `decideDate`. */
  date: PhotoDate
  /** From a companion. */
  title: string | null
  /** The folder that it was uploaded from. */
  folder: string | null
  /** When its file was last changed: local date-time of the device. */
  fileModifiedAt: string | null
  width: number
  height: number
  camera: Record<string, unknown> | null
  /** Whether the file says where it was taken; the position itself is read when the customer has turned places on. */
  hasPosition?: boolean
  /** What another file says where it was taken; only while places are on. */
  town?: { placeId: number; country: string } | undefined
  /** Creates its variants after those of photos that a customer is waiting for. */
  lowPriority?: boolean
}

/**
 * Adds a photo whose original is already stored durably: row, month summary, ingest job and notification in the caller's
 * transaction. The caller must have checked that the account has no photo with these bytes.
 */
export async function addPhoto(ctx: Context, tx: Tx, photo: NewPhoto): Promise<void> {
  const now = ctx.clock.now()
  const taken = toTakenColumns(photo.date, now)
  const lane = selectLane(photo)
  const ref = { account_id: photo.accountId, photo_id: photo.photoId }
  const row = {
    ...ref,
    upload_id: photo.uploadId,
    sha256: photo.sha256,
    crc32: photo.crc32,
    size: photo.size,
    content_type: photo.contentType,
    file_name: photo.fileName,
    ...taken,
    title: photo.title,
    folder: photo.folder,
    file_modified_at: photo.fileModifiedAt,
    created_month: parseMonth(now.toISOString()),
    created_at: now,
    state: 'processing',
    width: photo.width,
    height: photo.height,
    placeholder: null,
    variants: '[]',
    camera: photo.camera ? JSON.stringify(photo.camera) : null,
    deleted_at: null,
    erased_at: null,
  } as const
  const turn = await insertPhoto(tx, row, lane, {
    hasPosition: photo.hasPosition,
    town: photo.town,
  })
  await sendIngest(ctx, tx, { ...ref, lane, turn })
  await publishLibraryChange(ctx, tx, photo.accountId, [photo.photoId], 'added')
}

/**
 * Creates the variants of a locked photo again, whose original was replaced; its current ones are served until then.
 */
export async function ingestPhotoAgain(
  ctx: Context,
  tx: Tx,
  photo: Pick<PhotoRow, 'account_id' | 'photo_id' | 'content_type'>,
): Promise<void> {
  await setPhotoState(tx, photo, 'processing')
  const ref = { accountId: photo.account_id, photoId: photo.photo_id, contentType: photo.content_type }
  await requestIngestAgain(ctx, tx, ref)
  await publishLibraryChange(ctx, tx, photo.account_id, [photo.photo_id], 'updated')
}

/**
 * Moves photos to the bin. Returns the ids that are not the caller's photos. Ids that are already in the
 * bin, or were erased since, count as done, so the call is idempotent.
 */
export async function deletePhotos(
  ctx: Context,
  accountId: string,
  photoIds: readonly string[],
): Promise<string[]> {
  return change(ctx, async tx => {
    const rows = await lockPhotos(tx, accountId, photoIds)
    const rowsToDelete = rows.filter(row => row.deleted_at === null)
    const at = await moveToBin(ctx, tx, accountId, rowsToDelete)
    const total = rowsToDelete.length
    // Its undo finds the photos by the instant of their deletion.
    if (total > 0) await recordDeletion(ctx, tx, { accountId, at, total })
    if (ctx.config.binDays === 0) await startErasure(ctx, tx, accountId, rowsToDelete)
    return filterOutErased(tx, accountId, listMissingIds(photoIds, rows))
  })
}

/**
 * Moves locked photos of the library to the bin and updates months, albums and open pages. `expired`: because the
 * retention period ended (erasure/expiration.ts). Returns the instant of the deletion.
 */
export async function moveToBin(
  ctx: Context,
  tx: Tx,
  accountId: string,
  rows: readonly MovedRow[],
  { expired = false } = {},
): Promise<Date> {
  const at = ctx.clock.now()
  if (rows.length === 0) return at
  await movePhotos(ctx, tx, accountId, rows, { to: 'bin', at, expired })
  await publishLibraryChange(ctx, tx, accountId, rows.map(getPhotoId), 'removed')
  return at
}

export type MovedRow = Pick<PhotoRow, 'photo_id' | 'taken_month' | 'created_month'>

/**
 * Moves locked photos to the bin or back: updates rows and months and emits `photosMoved`. The caller publishes the push
 * messages. `generation` is that of a library move; `expired`: the retention period ended (erasure/expiration.ts).
 */
export async function movePhotos(
  ctx: Context,
  tx: Tx,
  accountId: string,
  rows: readonly MovedRow[],
  {
    to,
    at,
    generation,
    expired = false,
  }: { to: 'bin' | 'library'; at: Date; generation?: number; expired?: boolean },
): Promise<void> {
  const photoIds = rows.map(getPhotoId)
  await updateBinState(tx, accountId, photoIds, {
    deletedAt: to === 'bin' ? at : null,
    expiredAt: to === 'bin' && expired ? at : null,
    generation,
  })
  await updateMonthCounts(tx, accountId, rows, to === 'bin' ? -1 : 1)
  await ctx.events.emit(tx, photosMoved, { accountId, photoIds, to })
}

/** Restores locked photos within the caller's transaction. */
export async function restoreLockedPhotos(
  ctx: Context,
  tx: Tx,
  accountId: string,
  rows: readonly PhotoRow[],
): Promise<void> {
  const rowsToRestore = rows.filter(row => row.deleted_at !== null)
  if (rowsToRestore.length === 0) return
  await movePhotos(ctx, tx, accountId, rowsToRestore, { to: 'library', at: ctx.clock.now() })
  await publishLibraryChange(ctx, tx, accountId, rowsToRestore.map(getPhotoId), 'added')
}

/**
 * Deletes photos in the bin permanently; photos that are still in the library are returned as failed. Ids that
 * were erased before count as done.
 */
export async function erasePhotos(
  ctx: Context,
  accountId: string,
  photoIds: readonly string[],
): Promise<string[]> {
  return change(ctx, async tx => {
    const rows = (await lockPhotos(tx, accountId, photoIds)).filter(row => row.deleted_at !== null)
    await startErasure(ctx, tx, accountId, rows)
    return filterOutErased(tx, accountId, listMissingIds(photoIds, rows))
  })
}

/** Marks locked photos as erased, which hides them everywhere; a job removes their blobs, then their rows. */
export async function startErasure(
  ctx: Context,
  tx: Tx,
  accountId: string,
  rows: readonly Pick<PhotoRow, 'photo_id'>[],
): Promise<void> {
  if (rows.length === 0) return
  const photoIds = rows.map(getPhotoId)
  await markPhotosErased(tx, accountId, photoIds, ctx.clock.now())
  await deleteRows(tx.db, 'photo_ingests', { account_id: accountId, photo_id: photoIds })
  await ctx.events.emit(tx, photosMoved, { accountId, photoIds, to: 'nowhere' })
  await ctx.jobs.send(tx, erasePhotosJob, [{ accountId, photoIds }])
}

const getPhotoId = (row: Pick<PhotoRow, 'photo_id'>) => row.photo_id

export function listMissingIds(requestedIds: readonly string[], foundRows: readonly PhotoRow[]): string[] {
  const foundIds = new Set(foundRows.map(getPhotoId))
  return [...new Set(requestedIds)].filter(id => !foundIds.has(id))
}

/** Filters the ids to those of photos that were not erased. */
export async function filterOutErased(
  tx: Tx,
  accountId: string,
  photoIds: readonly string[],
): Promise<string[]> {
  const erasedIds = await findErasedPhotoIds(tx.db, accountId, photoIds)
  return photoIds.filter(id => !erasedIds.has(id))
}

/** 'YYYY-MM…' as yyyymm. */
const parseMonth = (text: string) => Number(text.slice(0, 4)) * 100 + Number(text.slice(5, 7))
