import { addDays } from 'date-fns/addDays'
import type { Context } from '#server/context.ts'
import { addPhotosToAlbum, createAlbum, updateAlbum } from '#server/domains/albums/albums.ts'
import { importSharedAlbums } from '#server/domains/shared-albums/index.ts'
import { deriveUuid } from '../shop/projects/project.ts'
import { type DemoLibrary, SHARED } from './library-plan.ts'
import type { DemoPicture } from './pictures.ts'
import { atTime, subtract } from './steps.ts'

/** Days between the creation of two albums, and since the creation of the latest. */
const DAYS_APART = 19

/** Groups pictures by the names of their albums, in the sequence of the pictures. */
export function groupByAlbum<Picture extends Pick<DemoPicture, 'albums'>>(
  pictures: readonly Picture[],
): Map<string, Picture[]> {
  const names = new Set(pictures.flatMap(({ albums }) => albums))
  return new Map([...names].map(name => [name, pictures.filter(({ albums }) => albums.includes(name))]))
}

/**
 * Creates the albums of the demo library from its pictures, both newest first. They have creation times in the past; the
 * cover is the second photo, if any, as an example of a chosen cover. Idempotent.
 */
export async function createDemoAlbums(
  ctx: Context,
  accountId: string,
  pictures: readonly (Pick<DemoPicture, 'albums'> & { photoId: string })[],
): Promise<void> {
  for (const [index, [name, photos]] of [...groupByAlbum(pictures)].entries()) {
    const at = subtract(ctx.clock.now(), { days: (index + 1) * DAYS_APART })
    const { albumId } = await createAlbum(atTime(ctx, at), accountId, {
      name,
      albumId: deriveUuid(JSON.stringify([accountId, 'album', name])),
    })
    await addPhotosToAlbum(ctx, accountId, albumId, { photoIds: photos.map(({ photoId }) => photoId) })
    if (photos[1]) await updateAlbum(ctx, accountId, albumId, { coverPhotoId: photos[1].photoId })
  }
}

const OWNER_BY_ALBUM: Record<string, DemoLibrary> = { [SHARED.sea]: 'demo', [SHARED.wedding]: 'friend' }

/**
 * Imports a shared album of each of the two libraries, as operators do, created two days after its last picture.
 * `pictures`: newest first. Idempotent.
 */
export async function createDemoSharedAlbums(
  ctx: Context,
  accounts: Record<DemoLibrary, string>,
  pictures: readonly (Pick<DemoPicture, 'sharedAlbum' | 'library' | 'takenAt'> & { photoId: string })[],
): Promise<void> {
  const sharedAlbums = Object.values(SHARED).map(name => {
    const owner = OWNER_BY_ALBUM[name]!
    const photos = pictures.filter(({ sharedAlbum }) => sharedAlbum === name).toReversed()
    const lastTakenAt = photos.at(-1)!.takenAt!
    return {
      albumId: deriveUuid(JSON.stringify([accounts[owner], 'shared album', name])),
      name,
      owner: accounts[owner],
      participants: [accounts[owner === 'demo' ? 'friend' : 'demo']],
      created: addDays(`${lastTakenAt.slice(0, 19)}Z`, 2).toISOString(),
      photos: photos.map(({ library, photoId }) => ({ owner: accounts[library], photoId })),
    }
  })
  const { problems } = await importSharedAlbums(ctx, JSON.stringify({ sharedAlbums }))
  if (problems.length > 0) throw new Error(`The demo's shared albums: ${problems.join('; ')}`)
}
