import { randomUUID } from 'node:crypto'
import type { Context } from '#server/context.ts'
import { importSharedAlbums } from '#server/domains/shared-albums/index.ts'
import { DEMO_SIGN_INS } from './customers.ts'
import { type DemoLibrary, SHARED } from './shots.ts'

/** A picture of the demo that is in a shared album. `takenAt` starts with its local date-time. */
export interface SharedPicture {
  album: string
  library: DemoLibrary
  photoId: string
  takenAt: string
}

const EMAILS: Record<DemoLibrary, string> = { demo: DEMO_SIGN_INS[0], friend: DEMO_SIGN_INS[1] }
const OWNERS: Record<string, DemoLibrary> = { [SHARED.sea]: 'demo', [SHARED.wedding]: 'friend' }
const DAY = 86_400_000

/** Imports a shared album of each of the two libraries, as operators do, created two days after its last picture. */
export async function makeDemoSharedAlbums(ctx: Context, pictures: readonly SharedPicture[]): Promise<void> {
  const sharedAlbums = [...Map.groupBy(pictures, picture => picture.album)].map(([name, photos]) => {
    const owner = OWNERS[name]!
    const inOrder = photos.toSorted((a, b) => (a.takenAt < b.takenAt ? -1 : 1))
    const last = new Date(`${inOrder.at(-1)!.takenAt.slice(0, 19)}Z`)
    return {
      albumId: randomUUID(),
      name,
      owner: EMAILS[owner],
      participants: [EMAILS[owner === 'demo' ? 'friend' : 'demo']],
      created: new Date(last.getTime() + 2 * DAY).toISOString(),
      photos: inOrder.map(({ library, photoId }) => ({ owner: EMAILS[library], photoId })),
    }
  })
  const { problems } = await importSharedAlbums(ctx, JSON.stringify({ sharedAlbums }))
  if (problems.length > 0) throw new Error(`The demo's shared albums: ${problems.join('; ')}`)
}
