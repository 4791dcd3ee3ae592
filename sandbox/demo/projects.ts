import { z } from 'zod'
import { saveDemoProject } from '#sandbox/demo-calls/demo-calls.ts'
import { createAlbumNamesLoader } from '#server/domains/albums/index.ts'
import { getBrandById } from '#server/domains/brands/index.ts'
import { listNewestPhotos, rotate } from './newest-photos.ts'
import projects from './projects.json' with { type: 'json' }
import { createStep, subtract } from './steps.ts'

/** Number of photos of a library in projects, the newest ones. */
const PHOTOS = 100
const PRINT = 'PRINT-10X15-GLOSSY'

/** The projects that the demo's consumer has saved in the shop, two pages of the list; the last changed one comes first. */
const DEMO_PROJECTS = z
  .array(
    z.strictObject({
      /** Idempotency key; the project's id is the shop's. */
      key: z.string(),
      title: z.string(),
      /** Code of the product; absent: prints. */
      article: z.string().optional(),
      /** Photos of this album; absent: of the whole library. */
      album: z.string().optional(),
      /** The index of its first photo, which is its preview. */
      first: z.int(),
      photos: z.int(),
      /** Days since its last change, and days of work before that. */
      daysAgo: z.number(),
      days: z.number(),
      /** Days until the shop deletes it. */
      daysLeft: z.int().optional(),
    }),
  )
  .parse(projects)

/**
 * Saves the projects of the demo's consumer in the stand-in shop, which sends them like all others; none without photos.
 * Resumes after an interrupted start, or one without the shop.
 */
export const seedDemoProjects = createStep('projects', ['demo@keepsake.test'], async (ctx, customer) => {
  const { account_id: accountId, brand_id } = customer
  if (!ctx.config.retailer) return false
  const newestIds = (await listNewestPhotos(ctx, accountId, PHOTOS)).map(({ id }) => id)
  if (newestIds.length === 0) return true
  const albums = await (await createAlbumNamesLoader(ctx.db, accountId))(newestIds)
  const formatDaysAgo = (days: number) => subtract(ctx.clock.now(), { days }).toISOString()
  for (const { key, title, article, album, first, photos, daysAgo, days, daysLeft } of DEMO_PROJECTS) {
    const albumPhotoIds = album === undefined ? [] : newestIds.filter(id => albums.get(id)?.includes(album))
    const available = albumPhotoIds.length > 0 ? albumPhotoIds : newestIds
    await ctx.retailer.call(saveDemoProject, {
      params: { key: `${accountId}-${key}` },
      body: {
        accountId,
        channel: getBrandById(brand_id).channel,
        title,
        article,
        createdAt: formatDaysAgo(daysAgo + days),
        updatedAt: formatDaysAgo(daysAgo),
        expiresAt: daysLeft === undefined ? undefined : formatDaysAgo(-daysLeft),
        photos: rotate(available, first)
          .slice(0, photos)
          .map(id => ({ id, size: PRINT, quantity: 1 })),
      },
    })
  }
  return true
})
