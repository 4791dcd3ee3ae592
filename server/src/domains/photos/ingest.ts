import { type Context, change, type Tx } from '../../context.ts'
import { findRow } from '../../platform/db/rows.ts'
import {
  BrokenPictureError,
  DecoderStoppedError,
  PictureTooLargeError,
  type Variants,
} from '../../platform/images/index.ts'
import { toOriginalKey, toVariantKey } from './blob-keys.ts'
import { photoFactsChanged } from './events.ts'
import { toPictureFacts } from './facts/picture-facts.ts'
import { type PhotoRef, photoRefused } from './job-kinds.ts'
import { type IngestOutcome, ingestDuration } from './metrics.ts'
import { publishLibraryChange } from './notifications.ts'
import { moveToBin, startErasure } from './photos.ts'
import { markPhotoReady, setPhotoState } from './store/changes.ts'
import { type CompletedTurn, deleteIngest, incrementStops, updateCompletedTurn } from './store/ingests.ts'
import { lockPhotos } from './store/locks.ts'
import type { PhotoRow } from './store/photos.ts'
import { verifyOriginalChecksum } from './verify-original-checksum.ts'

/**
 * Creates and stores the variants of one photo, also of one in the bin, which may be restored. Idempotent. Every photo
 * gets a final state: 'ready'; removed from the library, because it is broken; or 'failed', with its original, when it
 * is too large for the decoder or has stopped it `STOPS_MAX` times. An original whose bytes differ from the received
 * ones is a storage error and does not count as broken: the photo stays and the job is retried.
 */
export async function ingestPhoto(
  ctx: Context,
  { accountId, photoId }: PhotoRef,
  signal: AbortSignal,
): Promise<void> {
  const row = await findRow(ctx.db, 'photos', { account_id: accountId, photo_id: photoId, erased_at: null })
  if (row?.state !== 'processing') return
  const endTimer = ctx.metrics
    .get(ingestDuration)
    .startTimer({ format: row.content_type.replace('image/', '') })
  try {
    endTimer({ outcome: await makeVariants(ctx, row, signal) })
  } catch (error) {
    endTimer({ outcome: 'error' })
    throw error
  }
}

async function makeVariants(ctx: Context, row: PhotoRow, signal: AbortSignal): Promise<IngestOutcome> {
  try {
    const result = await ctx.blobs.withPath(toOriginalKey(row), path =>
      ctx.images
        .makeVariants({ path, type: row.content_type }, { signal, fairnessKey: 'ingest' })
        .catch(async error => {
          if (error instanceof BrokenPictureError) await verifyOriginalChecksum(row, path)
          throw error
        }),
    )
    await Promise.all(result.variants.map(each => ctx.blobs.put(toVariantKey(row, each.size), each.bytes)))
    // The photo was erased in the meantime: the variants just stored have no owner.
    if (!(await markReady(ctx, row, result)))
      await ctx.blobs.remove(result.variants.map(each => toVariantKey(row, each.size)))
    return 'ready'
  } catch (error) {
    if (error instanceof BrokenPictureError) {
      await refusePhoto(ctx, row, error)
      return 'refused'
    }
    const isFinal =
      error instanceof PictureTooLargeError ||
      (isStop(error) && (await change(ctx, tx => incrementStops(tx, row))) >= STOPS_MAX)
    if (!isFinal) throw error
    await markFailed(ctx, row, error)
    return 'failed'
  }
}

const STOPS_MAX = 3

/** Whether the picture stopped the decoder; a full disk, an overloaded machine or a shutdown does not count. */
const isStop = (error: unknown): error is DecoderStoppedError =>
  error instanceof DecoderStoppedError && error.reason !== 'machine' && error.reason !== 'closed'

/** Returns false when the photo is being erased or no longer exists. */
async function markReady(ctx: Context, row: PhotoRow, result: Variants): Promise<boolean> {
  const readyPhoto = await change(ctx, async tx => {
    const { width, height, placeholder } = result
    const variants = result.variants
      .toSorted((a, b) => a.size - b.size)
      .map(({ size, width, height, bytes }) => ({ id: size, width, height, size: bytes.length }))
    const facts = result.facts && toPictureFacts({ ...row, width, height }, result.facts)
    const readyPhoto = await markPhotoReady(tx, row, { width, height, placeholder, variants, facts })
    if (!readyPhoto) return undefined
    await publishLibraryChange(ctx, tx, row.account_id, [row.photo_id], 'updated')
    if (facts)
      await ctx.events.emit(tx, photoFactsChanged, { accountId: row.account_id, photoIds: [row.photo_id] })
    return readyPhoto
  })
  await completeTurn(ctx, readyPhoto?.completedTurn)
  return readyPhoto !== undefined
}

/** Runs the change that ends an ingest without variants. */
async function endIngest(ctx: Context, row: PhotoRow, work: (tx: Tx) => Promise<void>): Promise<void> {
  const completedTurn = await change(ctx, async tx => {
    await work(tx)
    return deleteIngest(tx, row)
  })
  await completeTurn(ctx, completedTurn)
}

/**
 * Advances the lane after the commit that ended the ingest: within the transaction all workers would wait for the
 * lane's row.
 */
async function completeTurn(ctx: Context, completedTurn: CompletedTurn | undefined): Promise<void> {
  if (completedTurn) await updateCompletedTurn(ctx.db, completedTurn)
}

/** The photo stays in the library with its original and without variants: it cannot be shown. */
async function markFailed(ctx: Context, row: PhotoRow, reason: Error): Promise<void> {
  ctx.log.warn({ photoId: row.photo_id, reason: reason.message }, 'picture cannot be shown, original kept')
  await endIngest(ctx, row, async tx => {
    const [lockedPhoto] = await lockPhotos(tx, row.account_id, [row.photo_id])
    if (lockedPhoto?.state !== 'processing') return
    await setPhotoState(tx, row, 'failed')
    await publishLibraryChange(ctx, tx, row.account_id, [row.photo_id], 'updated')
  })
}

async function refusePhoto(ctx: Context, row: PhotoRow, reason: Error): Promise<void> {
  ctx.log.info({ photoId: row.photo_id, reason: reason.message }, 'picture is broken, photo refused')
  await endIngest(ctx, row, async tx => {
    const [lockedPhoto] = await lockPhotos(tx, row.account_id, [row.photo_id])
    if (lockedPhoto?.state !== 'processing') return
    await setPhotoState(tx, row, 'failed')
    if (lockedPhoto.deleted_at === null) await moveToBin(ctx, tx, row.account_id, [lockedPhoto])
    else await publishLibraryChange(ctx, tx, row.account_id, [row.photo_id], 'removed')
    await startErasure(ctx, tx, row.account_id, [lockedPhoto])
    await ctx.jobs.send(tx, photoRefused, [
      { accountId: row.account_id, photoId: row.photo_id, uploadId: row.upload_id, reason: 'broken' },
    ])
  })
}
