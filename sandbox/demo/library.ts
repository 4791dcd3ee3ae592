import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '#server/context.ts'
import { countPhotos } from '#server/domains/photos/index.ts'
import { uploadBuffer } from '#server/domains/uploads/index.ts'
import { writeFile } from '../shop/storage/json-files.ts'
import { makeDemoAlbums } from './albums.ts'
import { DEMO_SIGN_INS, findDemoCustomer } from './customers.ts'
import { legacyLibrary } from './legacy-library.ts'
import { isDone, markDone } from './marks.ts'
import { type DemoPicture, planDemoPictures } from './pictures.ts'
import { makeDemoSharedAlbums, type SharedPicture } from './shared-albums.ts'
import { WEDDING } from './shots.ts'

/** Pictures that are read, encoded and uploaded at the same time. */
const AT_A_TIME = 3

/**
 * Adds the libraries of the first two consumers, each with an album shared with the other, that of the business, which took
 * the pictures of one album, and the legacy library; at later starts nothing. Variants are made by jobs. May be repeated:
 * what an interrupted start left out, the next one completes. `report` gets the number of pictures that were added.
 */
export async function seedDemoLibraries(
  ctx: Context,
  report: (added: number, of: number) => void = () => {},
  signal?: AbortSignal,
): Promise<void> {
  const libraries = await demoLibraries(ctx)
  const legacy = await legacyLibrary(ctx)
  if (!libraries && !legacy) return
  const pictures = planDemoPictures({ now: await firstStart(ctx) })
  const waiting = [...pictures.entries()]
  let added = 0
  const addNext = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      signal?.throwIfAborted()
      const [index, picture] = next
      await libraries?.add(picture, index)
      await legacy?.add(picture)
      report(++added, pictures.length)
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, addNext))
  await legacy?.finish(pictures)
  await libraries?.finish(pictures)
}

/** When the first start began: dates of pictures count from it, so that one that continues makes the same files. */
async function firstStart(ctx: Context): Promise<Date> {
  const file = fileOfStart(ctx)
  if (!existsSync(file)) await writeFile(file, ctx.clock.now().toISOString())
  return new Date(await readFile(file, 'utf8'))
}

const fileOfStart = ({ config }: Context) => join(config.dataDir, 'demo-start')

/** Null when they are complete; a library that was begun without the demo counts as complete. */
async function demoLibraries(ctx: Context) {
  if (isDone(ctx, 'library')) return null
  const [demo, friend, studio] = await Promise.all(
    [0, 1, 2].map(i => findDemoCustomer(ctx, DEMO_SIGN_INS[i]!)),
  )
  if (!demo || !friend) return null
  if (!existsSync(fileOfStart(ctx)) && (await countPhotos(ctx.db, demo.account_id)) > 0) {
    await markDone(ctx, 'library')
    return null
  }
  /** In the order of the pictures. */
  const photoIds: string[] = []
  return {
    /** A file that is in the library is not added again. */
    async add({ library, fileName, albums, read }: DemoPicture, index: number): Promise<void> {
      const bytes = await read()
      const { account_id } = library === 'demo' ? demo : friend
      photoIds[index] = await uploadBuffer(ctx, account_id, fileName, bytes)
      if (studio && albums.includes(WEDDING)) await uploadBuffer(ctx, studio.account_id, fileName, bytes)
    },
    async finish(pictures: readonly DemoPicture[]): Promise<void> {
      const albums = new Map<string, string[]>()
      const shared: SharedPicture[] = []
      for (const [index, { albums: names, shared: album, library, takenAt }] of pictures.entries()) {
        const photoId = photoIds[index]!
        for (const name of names) albums.set(name, [...(albums.get(name) ?? []), photoId])
        if (album && takenAt) shared.push({ album, library, photoId, takenAt })
      }
      await makeDemoAlbums(ctx, demo.account_id, albums)
      await makeDemoSharedAlbums(ctx, shared)
      await markDone(ctx, 'library')
    },
  }
}
