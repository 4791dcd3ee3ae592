import { createHash } from 'node:crypto'
import type { Answer } from '#contract/endpoint.ts'
import type { putUpload } from '#contract/retailer-stored-pictures.ts'
import { type Context, change, type Tx } from '../../context.ts'
import { Failure, notFound } from '../../http/failure.ts'
import { bytesAccess, SNIFF_BYTES } from '../../platform/images/index.ts'
import { lockRecipient } from '../customers/index.ts'
import { pictureKey } from './blob-key.ts'
import { ANONYMOUS, insertPicture, lockPicture, markStored, type PictureRow } from './store.ts'

interface NewPicture {
  pictureId: string
  /** Undefined: from before sign-in. */
  accountId: string | undefined
  bytes: Uint8Array
}

/**
 * Stores a picture under its id; answers whether it did. An id stands for one picture: the same one again changes nothing,
 * another one, or one of another account, is a conflict. The row comes before the bytes, so that a process that dies in
 * between leaves no bytes without a row. 404 for an unknown or erased account.
 */
export async function storePicture(
  ctx: Context,
  { pictureId, accountId = ANONYMOUS, bytes }: NewPicture,
): Promise<Answer<typeof putUpload>> {
  const row = {
    picture_id: pictureId,
    account_id: accountId,
    content_type: await checkPicture(ctx, bytes),
    sha256: createHash('sha256').update(bytes).digest('hex'),
    size: bytes.length,
    created_at: ctx.clock.now(),
  }
  if (!(await change(ctx, tx => createRow(tx, row)))) return { stored: false }
  await ctx.blobs.checkSpace(bytes.length)
  await ctx.blobs.put(pictureKey(row), bytes)
  if (await change(ctx, tx => markStored(tx, pictureId, ctx.clock.now()))) return { stored: true }
  await ctx.blobs.remove([pictureKey(row)])
  throw notFound('Customer')
}

/** Whether the bytes are to be stored. */
async function createRow(tx: Tx, row: Omit<PictureRow, 'stored_at' | 'discarded_at'>): Promise<boolean> {
  if (row.account_id !== ANONYMOUS) await lockRecipient(tx, row.account_id)
  if (await insertPicture(tx, row)) return true
  const known = await lockPicture(tx, row.picture_id)
  if (!known || known.account_id !== row.account_id || known.sha256 !== row.sha256)
    throw new Failure('conflict', 'The id belongs to another picture')
  return known.stored_at === null
}

/** The type of a complete JPEG or PNG, by its content alone. */
async function checkPicture({ images }: Context, bytes: Uint8Array): Promise<PictureRow['content_type']> {
  const type = images.sniff(bytes.subarray(0, SNIFF_BYTES))
  if (type !== 'image/jpeg' && type !== 'image/png')
    throw new Failure('unsupported-type', 'A JPEG or PNG is needed')
  const structure = await images.checkStructure(bytesAccess(bytes))
  if (!structure.ok) throw new Failure('broken-picture', `The picture is ${structure.reason}`)
  return type
}
