import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '#server/context.ts'
import { countPhotos } from '#server/domains/photos/index.ts'
import { uploadBuffer } from '#server/domains/uploads/index.ts'
import { seedDemoAddresses } from './addresses.ts'
import { makeDemoAlbums } from './albums.ts'
import { seedDemoBusiness } from './business.ts'
import { DEMO_SIGN_INS, findDemoCustomer, seedDemoCustomers } from './customers.ts'
import type { DrawnPicture } from './draw-process.ts'
import { demoLegacyLibrary } from './legacy-library.ts'
import { makeDemoSharedAlbums, type SharedPicture } from './shared-albums.ts'
import { WEDDING } from './shots.ts'

/**
 * Creates the demo customers and, at the first start and not with --empty, small libraries of generated pictures, one of
 * them in the legacy store, and addresses.
 */
export async function prepareDemo(ctx: Context, progress: (text: string) => void): Promise<void> {
  await seedDemoCustomers(ctx)
  if (ctx.config.emptyDemo || ctx.config.role === 'web') return
  await drawLibraries(ctx, progress)
  await seedDemoAddresses(ctx)
  await seedDemoBusiness(ctx)
}

async function drawLibraries(ctx: Context, progress: (text: string) => void): Promise<void> {
  const libraries = await demoLibraries(ctx)
  const legacyLibrary = await demoLegacyLibrary(ctx)
  if (!libraries && !legacyLibrary) return
  let pictures = 0
  for await (const picture of drawPictures(ctx.clock.now())) {
    await libraries?.add(picture)
    await legacyLibrary?.add(picture)
    progress(`Drawing the demo library: ${++pictures} pictures`)
  }
  await legacyLibrary?.finish()
  if (!libraries) return
  progress(`Making thumbnails of ${pictures} pictures`)
  await libraries.finish(pictures)
}

/**
 * The libraries of the first two consumers, each with an album shared with the other, and of the business, which took the
 * pictures of one album; null when they exist.
 */
async function demoLibraries(ctx: Context) {
  const done = join(ctx.config.dataDir, 'demo-library')
  if (existsSync(done)) return null
  const [demo, friend, studio] = await Promise.all(
    [0, 1, 2].map(i => findDemoCustomer(ctx, DEMO_SIGN_INS[i]!)),
  )
  // An interrupted first start left a part of the library: it stays, drawing again would duplicate it.
  if (!demo || !friend || (await countPhotos(ctx.db, demo.account_id)) > 0) return null
  const albums = new Map<string, string[]>()
  const shared: SharedPicture[] = []
  return {
    async add({ library, fileName, bytes, takenAt, ...picture }: DrawnPicture): Promise<void> {
      const { account_id } = library === 'demo' ? demo : friend
      const photoId = await uploadBuffer(ctx, account_id, fileName, bytes)
      if (studio && picture.albums.includes(WEDDING))
        await uploadBuffer(ctx, studio.account_id, fileName, bytes)
      for (const name of picture.albums) albums.set(name, [...(albums.get(name) ?? []), photoId])
      if (picture.shared && takenAt) shared.push({ album: picture.shared, library, photoId, takenAt })
    },
    async finish(pictures: number): Promise<void> {
      await makeDemoAlbums(ctx, demo.account_id, albums)
      await makeDemoSharedAlbums(ctx, shared)
      await ctx.jobs.idle()
      await writeFile(done, `${pictures}\n`)
    },
  }
}

/** Draws in a separate process: parts are SVG, which the server's image module refuses to decode. */
async function* drawPictures(now: Date): AsyncGenerator<DrawnPicture> {
  const child = fork(new URL('./draw-process.ts', import.meta.url), [now.toISOString()], {
    serialization: 'advanced',
  })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`Drawing the demo library ended with ${code}`)
  })
  ended.catch(() => undefined)
  try {
    for (;;) {
      child.send('next')
      const [picture] = (await Promise.race([once(child, 'message'), ended])) as [DrawnPicture | null]
      if (!picture) return
      yield picture
    }
  } finally {
    child.kill()
  }
}
