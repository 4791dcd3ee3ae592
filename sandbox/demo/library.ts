import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Context } from '#server/context.ts'
import { countPhotos } from '#server/domains/photos/index.ts'
import { uploadBuffer } from '#server/domains/uploads/index.ts'
import { replaceFile } from '../shop/records.ts'
import { createDemoAlbums, createDemoSharedAlbums, type SharedPicture } from './albums.ts'
import { DEMO_SIGN_INS, findDemoCustomer } from './customers.ts'
import { createLegacyLibrary } from './legacy-library.ts'
import { WEDDING } from './library-plan.ts'
import { type DemoPicture, planDemoPictures } from './pictures.ts'
import { isStepDone, markStepDone } from './steps.ts'

/** Pictures that are read, encoded and uploaded at the same time. */
const CONCURRENCY = 3

/**
 * Adds four libraries, each once: two consumers' libraries, each with an album that is shared with the other; the
 * library of the business customer, which has the pictures of the wedding album; and the legacy library. Jobs create
 * the variants. Resumes after an interrupted start. `report` receives the number of added pictures.
 */
export async function seedDemoLibraries(
  ctx: Context,
  report: (added: number, total: number) => void = () => {},
  signal?: AbortSignal,
): Promise<void> {
  const libraries = await openDemoLibraries(ctx)
  const legacy = await createLegacyLibrary(ctx)
  if (!libraries && !legacy) return
  const pictures = planDemoPictures({ now: await readFirstStart(ctx) })
  let added = 0
  const add = async ([index, picture]: [number, DemoPicture]) => {
    signal?.throwIfAborted()
    await libraries?.add(picture, index)
    await legacy?.add(picture)
    report(++added, pictures.length)
  }
  await Readable.from(pictures.entries()).forEach(add, { concurrency: CONCURRENCY })
  await legacy?.finish(pictures)
  await libraries?.finish(pictures)
}

/**
 * Reads the time of the first start, from which dates of pictures are computed, so that a resumed start creates the
 * same files.
 */
async function readFirstStart(ctx: Context): Promise<Date> {
  const file = getStartFile(ctx)
  if (!existsSync(file)) replaceFile(file, ctx.clock.now().toISOString())
  return new Date(await readFile(file, 'utf8'))
}

const getStartFile = ({ config }: Context) => join(config.dataDir, 'demo-start')

/** Null when they are complete; a library with photos of another origin counts as complete. */
async function openDemoLibraries(ctx: Context) {
  if (isStepDone(ctx, 'library')) return null
  const [demo, friend, studio] = await Promise.all(
    [0, 1, 2].map(i => findDemoCustomer(ctx, DEMO_SIGN_INS[i]!)),
  )
  if (!demo || !friend) return null
  if (!existsSync(getStartFile(ctx)) && (await countPhotos(ctx.db, demo.account_id)) > 0) {
    await markStepDone(ctx, 'library')
    return null
  }
  /** In the order of the pictures. */
  const photoIds: string[] = []
  return {
    /** Files that are in the library already are skipped. */
    async add({ library, fileName, albums, read }: DemoPicture, index: number): Promise<void> {
      const bytes = await read()
      const { account_id } = library === 'demo' ? demo : friend
      photoIds[index] = await uploadBuffer(ctx, account_id, fileName, bytes)
      if (studio && albums.includes(WEDDING)) await uploadBuffer(ctx, studio.account_id, fileName, bytes)
    },
    async finish(pictures: readonly DemoPicture[]): Promise<void> {
      const albums = new Map<string, string[]>()
      const sharedPictures: SharedPicture[] = []
      for (const [index, { albums: names, sharedAlbum, library, takenAt }] of pictures.entries()) {
        const photoId = photoIds[index]!
        for (const name of names) albums.set(name, [...(albums.get(name) ?? []), photoId])
        if (sharedAlbum && takenAt) sharedPictures.push({ album: sharedAlbum, library, photoId, takenAt })
      }
      await createDemoAlbums(ctx, demo.account_id, albums)
      await createDemoSharedAlbums(ctx, sharedPictures)
      await markStepDone(ctx, 'library')
    },
  }
}
