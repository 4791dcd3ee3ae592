import type { Context } from '#server/context.ts'
import { addPhotosToAlbum, createAlbum, updateAlbum } from '#server/domains/albums/index.ts'

const DAY = 86_400_000
/** Days between the making of one album and the next, the latest that long ago. */
const DAYS_APART = 19

/**
 * Albums of the demo library: name → its photos, newest first, albums too. Made some time ago, as people make albums;
 * the cover is the second photo where there is one, so that a chosen cover can be seen.
 */
export async function makeDemoAlbums(
  ctx: Context,
  accountId: string,
  albums: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  for (const [index, [name, photoIds]] of [...albums].entries()) {
    const at = new Date(ctx.clock.now().getTime() - (index + 1) * DAYS_APART * DAY)
    const { albumId } = await createAlbum({ ...ctx, clock: { now: () => at } }, accountId, {
      name,
    })
    await addPhotosToAlbum(ctx, accountId, albumId, { photoIds })
    if (photoIds[1]) await updateAlbum(ctx, accountId, albumId, { coverPhotoId: photoIds[1] })
  }
}
