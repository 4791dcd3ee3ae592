import type { StoredPicture } from '#contract/stored-pictures.ts'
import type { Context, Reader } from '../../context.ts'
import { defineSignedPictures, type SigningContext } from '../../http/signed-pictures.ts'
import { toPictureKey } from './blob-key.ts'
import { findServedPicture, listPictures, type PictureRow } from './store.ts'

const signedPictures = defineSignedPictures({
  route: '/media/stored-pictures/:token',
  scope: 'stored-picture',
  // Like addresses of photos (OP-33): works for an hour, and stays the same for half an hour.
  lifetime: { seconds: 3600, window: 1800 },
  async find({ db }, pictureId) {
    const row = await findServedPicture(db, pictureId)
    return (
      row && { key: toPictureKey(row), contentType: row.content_type, sha256: row.sha256, size: row.size }
    )
  },
})

/** Serves stored pictures, except those of closed accounts; the media type was detected from the content. */
export const servePictures = signedPictures.serve

export function presentPicture(
  ctx: SigningContext,
  origin: string,
  { picture_id, content_type, created_at }: PictureRow,
): StoredPicture {
  return {
    id: picture_id,
    url: signedPictures.sign(ctx, origin, picture_id),
    contentType: content_type,
    createdAt: created_at.toISOString(),
  }
}

/** Finds addresses of the account's pictures among these ids; pictures that have not arrived have none. */
export async function findPictureAddresses(
  ctx: Pick<Context, 'signer' | 'clock'>,
  db: Reader,
  { accountId, origin }: { accountId: string; origin: string },
  pictureIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await listPictures(db, accountId, pictureIds)
  return new Map(rows.map(({ picture_id }) => [picture_id, signedPictures.sign(ctx, origin, picture_id)]))
}
