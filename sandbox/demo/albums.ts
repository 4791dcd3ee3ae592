import { millisecondsInDay } from 'date-fns/constants'
import type { Context } from '#server/context.ts'
import { addPhotosToAlbum, createAlbum, updateAlbum } from '#server/domains/albums/index.ts'
import { importSharedAlbums } from '#server/domains/shared-albums/index.ts'
import { deriveUuid } from '../shop/projects/project.ts'
import { DEMO_SIGN_INS, findDemoCustomer } from './customers.ts'
import { type DemoLibrary, SHARED } from './library-plan.ts'
import { atTime, subtract } from './steps.ts'

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

/** A picture of the demo that is in a shared album. `takenAt` starts with its local date-time. */
export interface SharedPicture {
  album: string
  library: DemoLibrary
  photoId: string
  takenAt: string
}

const OWNER_BY_ALBUM: Record<string, DemoLibrary> = { [SHARED.sea]: 'demo', [SHARED.wedding]: 'friend' }

/**
 * Imports a shared album of each of the two libraries, as operators do, created two days after its last picture.
 * Idempotent.
 */
export async function createDemoSharedAlbums(
  ctx: Context,
  pictures: readonly SharedPicture[],
): Promise<void> {
  const [demo, friend] = await Promise.all([0, 1].map(i => findDemoCustomer(ctx, DEMO_SIGN_INS[i]!)))
  const accounts: Record<DemoLibrary, string> = { demo: demo!.account_id, friend: friend!.account_id }
  const sharedAlbums = [...Map.groupBy(pictures, picture => picture.album)].map(([name, photos]) => {
    const owner = OWNER_BY_ALBUM[name]!
    const sortedPhotos = photos.toSorted((a, b) => (a.takenAt < b.takenAt ? -1 : 1))
    const lastTakenAt = new Date(`${sortedPhotos.at(-1)!.takenAt.slice(0, 19)}Z`)
    return {
      albumId: deriveUuid(JSON.stringify([accounts[owner], 'shared album', name])),
      name,
      owner: accounts[owner],
      participants: [accounts[owner === 'demo' ? 'friend' : 'demo']],
      created: new Date(lastTakenAt.getTime() + 2 * millisecondsInDay).toISOString(),
      photos: sortedPhotos.map(({ library, photoId }) => ({ owner: accounts[library], photoId })),
    }
  })
  const { problems } = await importSharedAlbums(ctx, JSON.stringify({ sharedAlbums }))
  if (problems.length > 0) throw new Error(`The demo's shared albums: ${problems.join('; ')}`)
}
