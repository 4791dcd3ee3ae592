import { millisecondsInDay } from 'date-fns/constants'
import type { Context } from '#server/context.ts'
import { importSharedAlbums } from '#server/domains/shared-albums/index.ts'
import { deriveUuid } from '../shop/projects/project.ts'
import { DEMO_SIGN_INS, findDemoCustomer } from './customers.ts'
import { type DemoLibrary, SHARED } from './shots.ts'

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
