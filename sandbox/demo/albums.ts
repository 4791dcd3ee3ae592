import type { Context } from '#server/context.ts'
import { addPhotosToAlbum, createAlbum, updateAlbum } from '#server/domains/albums/index.ts'
import { deriveUuid } from '../shop/projects/project.ts'
import { atTime, subtract } from './past.ts'

/** Days between the creation of two albums, and since the creation of the latest. */
const DAYS_APART = 19

/**
 * Creates the albums of the demo library, given as name → photos, both newest first. They have creation times in the
 * past; the cover is the second photo, if any, as an example of a chosen cover. Idempotent.
 */
export async function createDemoAlbums(
  ctx: Context,
  accountId: string,
  albums: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  for (const [index, [name, photoIds]] of [...albums].entries()) {
    const at = subtract(ctx.clock.now(), { days: (index + 1) * DAYS_APART })
    const { albumId } = await createAlbum(atTime(ctx, at), accountId, {
      name,
      albumId: deriveUuid(JSON.stringify([accountId, 'album', name])),
    })
    await addPhotosToAlbum(ctx, accountId, albumId, { photoIds })
    if (photoIds[1]) await updateAlbum(ctx, accountId, albumId, { coverPhotoId: photoIds[1] })
  }
}
