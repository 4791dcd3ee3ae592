import type { Context, Tx } from '../../context.ts'
import { change } from '../../context.ts'
import { setLastUpload } from '../customers/index.ts'
import { photosMoved } from './events.ts'
import { erasePhotosJob, ingestPhotoJob } from './job-kinds.ts'
import { publishLibraryChange } from './notifications.ts'
import { insertPhoto, updateBinState } from './store/changes.ts'
import { markPhotosErased } from './store/erasure.ts'
import { lockPhotos } from './store/locks.ts'
import { updateMonthCounts } from './store/month-counts.ts'
import { UNKNOWN_MONTH } from './store/order.ts'
import type { PhotoRow } from './store/photos.ts'

/** What an accepted upload brings. `takenAt` is the wall clock 'YYYY-MM-DDTHH:mm:ss' or null (OP-92). */
export interface NewPhoto {
  accountId: string
  photoId: string
  uploadId: string
  sha256: string
  crc32: number
  size: number
  contentType: PhotoRow['content_type']
  fileName: string
  takenAt: string | null
  takenOffset: number | null
  width: number
  height: number
  camera: Record<string, unknown> | null
  /** Its sizes may wait for those of photos somebody is waiting for. */
  lowPriority?: boolean
}

/**
 * Adds a photo whose original is durable already: row, month summary, ingest job and notification in the caller's
 * transaction. The caller has made sure that the account holds no photo with these bytes.
 */
export async function addPhoto(ctx: Context, tx: Tx, photo: NewPhoto): Promise<void> {
  const now = ctx.clock.now()
  const unknown = !photo.takenAt || photo.takenAt.startsWith('1970-01')
  const takenSort = photo.takenAt ?? now.toISOString().slice(0, 23)
  const months = {
    taken_month: unknown ? UNKNOWN_MONTH : monthOf(takenSort),
    created_month: monthOf(now.toISOString()),
  }
  await insertPhoto(tx, {
    account_id: photo.accountId,
    photo_id: photo.photoId,
    upload_id: photo.uploadId,
    sha256: photo.sha256,
    crc32: photo.crc32,
    size: photo.size,
    content_type: photo.contentType,
    file_name: photo.fileName,
    taken_at: photo.takenAt,
    taken_offset: photo.takenOffset,
    taken_sort: takenSort,
    taken_unknown: unknown,
    ...months,
    created_at: now,
    state: 'processing',
    width: photo.width,
    height: photo.height,
    placeholder: null,
    variants: '[]',
    camera: photo.camera ? JSON.stringify(photo.camera) : null,
    deleted_at: null,
    erased_at: null,
  })
  await updateMonthCounts(tx, photo.accountId, [months], 1)
  await setLastUpload(tx, photo.accountId, now)
  await ctx.jobs.send(tx, ingestPhotoJob, [{ accountId: photo.accountId, photoId: photo.photoId }], {
    priority: photo.lowPriority ? -1 : 0,
  })
  await publishLibraryChange(ctx, tx, photo.accountId, [photo.photoId], 'added')
}

/**
 * Moves photos to the bin (PL-160, PL-161). Answers the ids that are not the caller's; ids in the bin already count
 * as done, so that a repeated call is harmless (OP-20).
 */
export async function deletePhotos(
  ctx: Context,
  accountId: string,
  photoIds: readonly string[],
): Promise<string[]> {
  return change(ctx, async tx => {
    const rows = await lockPhotos(tx, accountId, photoIds)
    const leaving = rows.filter(row => row.deleted_at === null)
    await moveToBin(ctx, tx, accountId, leaving)
    if (ctx.config.binDays === 0) await startErasure(ctx, tx, accountId, leaving)
    return missing(photoIds, rows)
  })
}

/**
 * Moves locked rows of the library to the bin: out of months, albums and every open page. `expired`: because their time
 * was over (erasure/expiration.ts).
 */
export async function moveToBin(
  ctx: Context,
  tx: Tx,
  accountId: string,
  rows: readonly MovedRow[],
  { expired = false } = {},
): Promise<void> {
  if (rows.length === 0) return
  await movePhotos(ctx, tx, accountId, rows, { to: 'bin', at: ctx.clock.now(), expired })
  await publishLibraryChange(ctx, tx, accountId, rows.map(idOf), 'removed')
}

export type MovedRow = Pick<PhotoRow, 'photo_id' | 'taken_month' | 'created_month'>

/**
 * Moves locked rows to the bin or back: rows, months and whoever follows `photosMoved`. Open pages are the caller's to
 * tell. `turn` is that of a move of the whole library; `expired`: their time was over (erasure/expiration.ts).
 */
export async function movePhotos(
  ctx: Context,
  tx: Tx,
  accountId: string,
  rows: readonly MovedRow[],
  { to, at, turn, expired = false }: { to: 'bin' | 'library'; at: Date; turn?: number; expired?: boolean },
): Promise<void> {
  const photoIds = rows.map(idOf)
  await updateBinState(tx, accountId, photoIds, {
    deletedAt: to === 'bin' ? at : null,
    expiredAt: to === 'bin' && expired ? at : null,
    turn,
  })
  await updateMonthCounts(tx, accountId, rows, to === 'bin' ? -1 : 1)
  await ctx.events.emit(tx, photosMoved, { accountId, photoIds, to })
}

/** Brings photos back from the bin (OP-91); ids that are in the library already count as done. */
export async function restorePhotos(
  ctx: Context,
  accountId: string,
  photoIds: readonly string[],
): Promise<string[]> {
  return change(ctx, async tx => {
    const rows = await lockPhotos(tx, accountId, photoIds)
    await restoreLockedPhotos(ctx, tx, accountId, rows)
    return missing(photoIds, rows)
  })
}

/** Restores locked rows within a transaction of the caller. */
export async function restoreLockedPhotos(
  ctx: Context,
  tx: Tx,
  accountId: string,
  rows: readonly PhotoRow[],
): Promise<void> {
  const returning = rows.filter(row => row.deleted_at !== null)
  if (returning.length === 0) return
  await movePhotos(ctx, tx, accountId, returning, { to: 'library', at: ctx.clock.now() })
  await publishLibraryChange(ctx, tx, accountId, returning.map(idOf), 'added')
}

/** Deletes photos of the bin for ever (OP-91); photos that are still in the library are refused as failed. */
export async function erasePhotos(
  ctx: Context,
  accountId: string,
  photoIds: readonly string[],
): Promise<string[]> {
  return change(ctx, async tx => {
    const rows = (await lockPhotos(tx, accountId, photoIds)).filter(row => row.deleted_at !== null)
    await startErasure(ctx, tx, accountId, rows)
    return missing(photoIds, rows)
  })
}

/** First half of erasing: the row no longer counts for anything; the job removes the bytes, then the row. */
export async function startErasure(
  ctx: Context,
  tx: Tx,
  accountId: string,
  rows: readonly Pick<PhotoRow, 'photo_id'>[],
): Promise<void> {
  if (rows.length === 0) return
  const photoIds = rows.map(idOf)
  await markPhotosErased(tx, accountId, photoIds, ctx.clock.now())
  await ctx.events.emit(tx, photosMoved, { accountId, photoIds, to: 'nowhere' })
  await ctx.jobs.send(tx, erasePhotosJob, [{ accountId, photoIds }])
}

const idOf = (row: Pick<PhotoRow, 'photo_id'>) => row.photo_id

function missing(asked: readonly string[], found: readonly PhotoRow[]): string[] {
  const known = new Set(found.map(idOf))
  return [...new Set(asked)].filter(id => !known.has(id))
}

/** 'YYYY-MM…' as yyyymm. */
const monthOf = (text: string) => Number(text.slice(0, 4)) * 100 + Number(text.slice(5, 7))
