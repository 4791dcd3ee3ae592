import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Context } from '#server/context.ts'
import { findActivation } from '#server/domains/activation/index.ts'
import { registerLegacyLibrary } from '#server/domains/imports/index.ts'
import { countPhotos } from '#server/domains/photos/index.ts'
import { getLegacyStorePath } from '../data-paths.ts'
import { replaceFile } from '../shop/records.ts'
import { createDemoAlbums, createDemoSharedAlbums, groupByAlbum } from './albums.ts'
import { findDemoCustomer, OTHER_VENDORS } from './customers.ts'
import { WEDDING } from './library-plan.ts'
import { type DemoPicture, planDemoPictures } from './pictures.ts'
import { createStep } from './steps.ts'
import { uploadBuffer } from './upload-buffer.ts'

/** Pictures that are read, encoded and uploaded at the same time. */
const CONCURRENCY = 3

/**
 * Adds four libraries, each once: two consumers' libraries, each with an album that is shared with the other; the
 * library of the business customer, which has the pictures of the wedding album; and the legacy library; a few pictures
 * at each other vendor. Jobs create the variants. Resumes after an interrupted start. `report` receives the number of added pictures.
 */
export async function seedDemoLibraries(
  ctx: Context,
  report: (added: number, total: number) => void = () => {},
  signal?: AbortSignal,
): Promise<void> {
  const plan = async () => planDemoPictures({ now: await readFirstStart(ctx) })
  const seedLibraries = createStep('library', ['demo@keepsake.test'], async (_, demo) => {
    // A library with photos of another origin counts as complete.
    if (!existsSync(getStartFile(ctx)) && (await countPhotos(ctx.db, demo.account_id)) > 0) return true
    const friend = await findDemoCustomer(ctx, 'friend@keepsake.test')
    const studio = await findDemoCustomer(ctx, 'studio@keepsake.test')
    const elsewhere = await Promise.all(
      OTHER_VENDORS.map(({ id }) => findDemoCustomer(ctx, 'demo@keepsake.test', id)),
    )
    if (!friend) return false
    const accounts = { demo: demo.account_id, friend: friend.account_id }
    const pictures = await plan()
    let added = 0
    // Files that are in the library already are skipped.
    const upload = async (picture: DemoPicture) => {
      signal?.throwIfAborted()
      const { library, fileName, albums, read } = picture
      const bytes = await read()
      const photoId = await uploadBuffer(ctx, accounts[library], fileName, bytes)
      const others = albums.includes('Tulip weekend') ? elsewhere : albums.includes(WEDDING) ? [studio] : []
      for (const other of others) if (other) await uploadBuffer(ctx, other.account_id, fileName, bytes)
      report(++added, pictures.length)
      return { ...picture, photoId }
    }
    const photos = await Readable.from(pictures).map(upload, { concurrency: CONCURRENCY }).toArray()
    await createDemoAlbums(ctx, accounts.demo, photos)
    await createDemoSharedAlbums(ctx, accounts, photos)
    return true
  })
  await seedLibraries(ctx)
  await seedLegacyLibrary(ctx, plan, signal)
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

const CLASSIC = 'classic@keepsake.test'
const SOURCE = 'classic'

/**
 * Creates and registers the legacy library of the demo's third consumer, once; not where a real legacy store, which is
 * read only, is configured. Resumes after an interrupted start.
 */
async function seedLegacyLibrary(
  ctx: Context,
  plan: () => Promise<readonly DemoPicture[]>,
  signal?: AbortSignal,
): Promise<void> {
  const { legacy, dataDir } = ctx.config
  const root = getLegacyStorePath(dataDir)
  if (!legacy || !('folder' in legacy) || legacy.folder !== root) return
  const classic = await findDemoCustomer(ctx, CLASSIC)
  if (!classic || (await findActivation(ctx.db, classic.account_id))) return
  const folder = join(root, SOURCE)
  await mkdir(join(folder, 'photos'), { recursive: true })
  const photos: { file: string; taken: string; albums: readonly string[] }[] = []
  for (const { legacy: picture, albums } of await plan()) {
    if (!picture) continue
    signal?.throwIfAborted()
    const file = `photos/${picture.fileName}`
    await writeFile(join(folder, file), await picture.read())
    photos.push({ file, taken: picture.takenAt, albums })
  }
  const index = {
    version: 1,
    photos: photos.map(({ file, taken }) => ({ file, taken })),
    albums: [...groupByAlbum(photos)].map(([name, pictures]) => {
      return { name, photos: pictures.map(({ file }) => file) }
    }),
  }
  replaceFile(join(folder, 'index.json'), JSON.stringify(index, null, 1))
  const registration = { status: 'NOT_ACTIVE', source: SOURCE, again: false } as const
  await registerLegacyLibrary(ctx, classic.account_id, registration)
}
