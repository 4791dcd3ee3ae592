import { createHash } from 'node:crypto'
import type { Answer } from '#contract/endpoint.ts'
import type { putUpload } from '#contract/retailer-stored-pictures.ts'
import { type Context, change, type Tx } from '../../context.ts'
import { Failure, notFound } from '../../http/failure.ts'
import type { ServiceCaller } from '../../http/route.ts'
import { changeForSubmission, type Submission } from '../../http/submission.ts'
import { insertMissingRow, lockRow } from '../../platform/db/rows.ts'
import { createBytesAccess, SNIFF_BYTES } from '../../platform/images/index.ts'
import { lockRecipient } from '../customers/index.ts'
import { toPictureKey } from './blob-key.ts'
import { ANONYMOUS, markStored, type PictureRow } from './store.ts'

interface NewPicture {
  pictureId: string
  /** Undefined for an anonymous picture. */
  accountId: string | undefined
  bytes: Uint8Array
  submission?: Submission | undefined
}

/**
 * Stores a picture under its id; `stored` is false when it was stored before. Another picture or account for the same id is
 * a conflict. The row is inserted before the bytes are written, so that a crash leaves no bytes without a row. 404 for an
 * unknown or erased account.
 */
export async function storePicture(
  ctx: Context,
  { pictureId, accountId = ANONYMOUS, bytes, submission }: NewPicture,
): Promise<Answer<typeof putUpload>> {
  const row = {
    picture_id: pictureId,
    account_id: accountId,
    content_type: await detectPictureType(ctx, bytes),
    sha256: createHash('sha256').update(bytes).digest('hex'),
    size: bytes.length,
    created_at: ctx.clock.now(),
  }
  const reserve = (tx: Tx) => reservePicture(tx, row, submission?.service)
  if (!(await changeForSubmission(ctx, submission, reserve))) return { stored: false }
  if (submission?.isDryRun) return { stored: true }
  await ctx.blobs.checkSpace(bytes.length)
  await ctx.blobs.put(toPictureKey(row), bytes)
  if (await change(ctx, tx => markStored(tx, pictureId, ctx.clock.now()))) return { stored: true }
  await ctx.blobs.remove([toPictureKey(row)])
  throw notFound('Customer')
}

/** Inserts the row; true while the bytes must still be stored. */
async function reservePicture(
  tx: Tx,
  row: Omit<PictureRow, 'stored_at' | 'discarded_at'>,
  service: ServiceCaller | undefined,
): Promise<boolean> {
  if (row.account_id !== ANONYMOUS) await lockRecipient(tx, { accountId: row.account_id, service })
  if (await insertMissingRow(tx.db, 'stored_pictures', row)) return true
  const existingPicture = await lockRow(tx, 'stored_pictures', { picture_id: row.picture_id })
  if (
    !existingPicture ||
    existingPicture.account_id !== row.account_id ||
    existingPicture.sha256 !== row.sha256
  )
    throw new Failure('conflict', 'The id belongs to another picture')
  return existingPicture.stored_at === null
}

/** Detects the media type from the content; refuses anything but a complete JPEG or PNG. */
async function detectPictureType(
  { images }: Context,
  bytes: Uint8Array,
): Promise<PictureRow['content_type']> {
  const type = images.sniff(bytes.subarray(0, SNIFF_BYTES))
  if (type !== 'image/jpeg' && type !== 'image/png')
    throw new Failure('unsupported-type', 'A JPEG or PNG is needed')
  const structure = await images.checkStructure(createBytesAccess(bytes))
  if (!structure.ok) throw new Failure('broken-picture', `The picture is ${structure.reason}`)
  return type
}
