import type { Project } from '#contract/projects.ts'
import type { Context } from '../../context.ts'
import { getBrandById, listShopOrigins, parseShopAddress } from '../brands/index.ts'
import { findActiveCustomer, findDeletionDate } from '../customers/index.ts'
import { findPictureAddresses } from '../stored-pictures/index.ts'
import type { ProjectRow } from './store.ts'

/** Presents the account's projects as its customer sees them, in the order of the rows. */
export async function presentProjects(
  ctx: Context,
  { accountId, origin }: { accountId: string; origin: string },
  rows: readonly ProjectRow[],
): Promise<Project[]> {
  const customer = await findActiveCustomer(ctx.db, accountId)
  if (!customer) return []
  const photosDeleted = findDeletionDate(customer, ctx.clock.now())
  const shopOrigins = listShopOrigins(ctx.config, getBrandById(customer.brand_id))
  const previewIds = rows.flatMap(({ body }) => body?.previewId ?? [])
  const addresses = await findPictureAddresses(ctx, ctx.db, { accountId, origin }, previewIds)
  return rows.map(row => {
    const { title, articleName, pageCount, previewId, createdAt, editorUrl } = row.body!
    return {
      id: row.project_id,
      title,
      thumbnailUrl: (previewId && addresses.get(previewId)) ?? null,
      ...(previewId && { previewId }),
      articleName,
      pageCount: pageCount ?? null,
      createdAt: new Date(createdAt).toISOString(),
      updatedAt: row.changed_at.toISOString(),
      expiresAt: minDate(photosDeleted, row.expires_at)?.toISOString() ?? null,
      editorUrl: parseShopAddress(editorUrl, shopOrigins) ?? null,
    }
  })
}

function minDate(a: Date | null, b: Date | null): Date | null {
  if (!a || !b) return a ?? b
  return a < b ? a : b
}
