import type { RetailerInput } from '#contract/retailer-calls/retailer-call.ts'
import { saveDemoProject } from '#sandbox/demo-calls/demo-calls.ts'
import type { Context } from '#server/context.ts'
import { createAlbumNamesLoader } from '#server/domains/albums/index.ts'
import { getBrandById } from '#server/domains/brands/index.ts'
import type { Customer } from '#server/domains/customers/index.ts'
import { createStep } from './marks.ts'
import { listNewestPhotos, rotate } from './newest-photos.ts'
import { subtract } from './past.ts'
import { DEMO_PROJECTS } from './project-plans.ts'

/** Number of photos of a library in projects, the newest ones. */
const PHOTOS = 100
const PRINT = 'PRINT-10X15-GLOSSY'

/**
 * Saves the projects of the demo's consumer in the stand-in shop, which sends them like all others. Resumes
 * after an interrupted start, or one without the shop.
 */
export const seedDemoProjects = createStep('projects', 'demo@keepsake.test', async (ctx, customer) => {
  if (!ctx.config.retailer) return false
  for (const project of await createProjects(ctx, customer)) await ctx.retailer.call(saveDemoProject, project)
  return true
})

/** Creates the planned projects; none without photos. */
async function createProjects(
  ctx: Context,
  { account_id: accountId, brand_id }: Customer,
): Promise<RetailerInput<typeof saveDemoProject>[]> {
  const newestIds = (await listNewestPhotos(ctx, accountId, PHOTOS)).map(({ id }) => id)
  if (newestIds.length === 0) return []
  const albumNames = await createAlbumNamesLoader(ctx.db, accountId)
  const albums = await albumNames(newestIds)
  const formatDaysAgo = (days: number) => subtract(ctx.clock.now(), { days }).toISOString()
  return DEMO_PROJECTS.map(({ key, title, article, album, first, photos, daysAgo, days, daysLeft }) => {
    const albumPhotoIds = album === undefined ? [] : newestIds.filter(id => albums.get(id)?.includes(album))
    const available = albumPhotoIds.length > 0 ? albumPhotoIds : newestIds
    return {
      params: { key: `${accountId}-${key}` },
      body: {
        accountId,
        channel: getBrandById(brand_id).channel,
        title,
        article,
        createdAt: formatDaysAgo(daysAgo + days),
        updatedAt: formatDaysAgo(daysAgo),
        ...(daysLeft !== undefined && { expiresAt: formatDaysAgo(-daysLeft) }),
        photos: rotate(available, first)
          .slice(0, photos)
          .map(id => ({ id, size: PRINT, quantity: 1 })),
      },
    }
  })
}
