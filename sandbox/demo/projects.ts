import { millisecondsInDay } from 'date-fns/constants'
import type { RetailerInput } from '#contract/retailer-calls/retailer-call.ts'
import { saveDemoProject } from '#sandbox/demo-calls/projects.ts'
import type { Context } from '#server/context.ts'
import { createAlbumNamesLoader } from '#server/domains/albums/index.ts'
import { getBrandById } from '#server/domains/brands/index.ts'
import type { Customer } from '#server/domains/customers/index.ts'
import { DEMO_SIGN_INS, findDemoCustomer } from './customers.ts'
import { isStepDone, markStepDone } from './marks.ts'
import { listNewestPhotos, rotate } from './newest-photos.ts'
import { DEMO_PROJECTS } from './project-plans.ts'

/** Number of photos of a library in projects, the newest ones. */
const PHOTOS = 100
const PRINT = 'PRINT-10X15-GLOSSY'

/**
 * Saves the projects of the demo's consumer in the stand-in shop, which sends them like all others, once. Resumes
 * after an interrupted start, or one without the shop.
 */
export async function seedDemoProjects(ctx: Context): Promise<void> {
  if (isStepDone(ctx, 'projects') || !ctx.config.retailer) return
  const customer = await findDemoCustomer(ctx, DEMO_SIGN_INS[0])
  if (!customer) return
  for (const project of await createProjects(ctx, customer)) await ctx.retailer.call(saveDemoProject, project)
  await markStepDone(ctx, 'projects')
}

/** Creates the planned projects; none without photos. */
async function createProjects(
  ctx: Context,
  { account_id: accountId, brand_id }: Customer,
): Promise<RetailerInput<typeof saveDemoProject>[]> {
  const newestIds = (await listNewestPhotos(ctx, accountId, PHOTOS)).map(({ id }) => id)
  if (newestIds.length === 0) return []
  const albumNames = await createAlbumNamesLoader(ctx.db, accountId)
  const albums = await albumNames(newestIds)
  const formatDaysAgo = (daysAgo: number) =>
    new Date(ctx.clock.now().getTime() - daysAgo * millisecondsInDay).toISOString()
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
