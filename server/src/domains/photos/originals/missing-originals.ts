import type { Context } from '#server/context.ts'
import { toOriginalKey } from '../blob-keys.ts'
import { deletePhotos, erasePhotos } from '../photos.ts'
import { findAccountAfter, listOriginals } from '../store/originals.ts'

/** Photos of one account whose original is not in the blob store. */
export interface MissingOriginals {
  accountId: string
  photoIds: string[]
}

const ERASED_PER_CALL = 500

/**
 * Lists photos without an original, account by account. There are some only after the restore of a backup: photos that
 * were erased after it.
 */
export async function* listMissingOriginals(
  ctx: Pick<Context, 'db' | 'blobs'>,
): AsyncGenerator<MissingOriginals> {
  let accountId = await findAccountAfter(ctx.db, null)
  while (accountId !== undefined) {
    const photoIds = await findMissing(ctx, accountId)
    if (photoIds.length > 0) yield { accountId, photoIds }
    accountId = await findAccountAfter(ctx.db, accountId)
  }
}

/** Erases photos without an original, in the library and in the bin. */
export async function eraseMissing(ctx: Context, { accountId, photoIds }: MissingOriginals): Promise<void> {
  for (let i = 0; i < photoIds.length; i += ERASED_PER_CALL) {
    const ids = photoIds.slice(i, i + ERASED_PER_CALL)
    await deletePhotos(ctx, accountId, ids)
    await erasePhotos(ctx, accountId, ids)
  }
}

async function findMissing(ctx: Pick<Context, 'db' | 'blobs'>, accountId: string): Promise<string[]> {
  const storedKeys = new Set<string>()
  for await (const { key } of ctx.blobs.list(`${accountId}/originals/`)) storedKeys.add(key)
  const missingPhotoIds: string[] = []
  for (const photo of await listOriginals(ctx.db, accountId)) {
    const key = toOriginalKey(photo)
    // It may have been added since the listing began.
    if (!storedKeys.has(key) && (await ctx.blobs.stat(key)) === null) missingPhotoIds.push(photo.photo_id)
  }
  return missingPhotoIds
}
