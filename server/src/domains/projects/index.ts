import type { Project } from '#contract/projects.ts'
import * as contract from '#contract/projects.ts'
import * as retailer from '#contract/retailer-projects.ts'
import type { Context } from '../../context.ts'
import { defineDomain, eraseRows } from '../../domain.ts'
import { Failure } from '../../http/failure.ts'
import { type Route, route } from '../../http/route.ts'
import { receiveSubmission } from '../../http/submission.ts'
import { runOnSchedule } from '../../platform/jobs/jobs.ts'
import { getBrandById, listShopOrigins, parseShopAddress } from '../brands/index.ts'
import { findActiveCustomer, findDeletionDate } from '../customers/index.ts'
import { answerState, answerStates } from '../services/index.ts'
import { findPictureAddresses } from '../stored-pictures/index.ts'
import { cleanUpProjects, eraseRetailerProject } from './erasure.ts'
import { deleteProject, restoreProject, upsertProject } from './projects.ts'
import { countProjects, listProjects, type ProjectRow } from './store.ts'
import { projectTables } from './tables.ts'

export { eraseExpiredProjects } from './erasure.ts'
export {
  countProjects,
  countProjectsOfAccounts,
  expireProjects,
  listAccountsWithProjects,
  listDeletedProjects,
  listPhotosOfProjects,
  listProjectTitles,
  type ProjectRow,
  restoreExpiredProjects,
} from './store.ts'

const projectRoutes: readonly Route[] = [
  route(retailer.putProject, call => {
    const { ctx, params, body } = call
    const { accountId, ...project } = body
    const reference = { kind: 'projects', key: params.id }
    return receiveSubmission(call, reference, sent => upsertProject(ctx, params.id, accountId, project, sent))
  }),
  route(retailer.getRetailerProject, call => answerState(call, 'projects', call.params.id)),
  route(retailer.getRetailerProjects, call => answerStates(call, 'projects')),
  route(retailer.deleteRetailerProject, async ({ ctx, params, request }) => ({
    deleted: await eraseRetailerProject(ctx, params.id, request.service!),
  })),
  route(contract.getProjects, async ({ ctx, caller: { accountId }, params, query, origin }) => {
    if (params.accountId !== accountId) throw new Failure('forbidden', 'The account is not the caller’s')
    const now = ctx.clock.now()
    const rows = await listProjects(ctx.db, accountId, now, query)
    return {
      projects: await presentProjects(ctx, { accountId, origin }, rows),
      totalProjectCount: await countProjects(ctx.db, accountId, now),
    }
  }),
  route(contract.deleteProject, ({ ctx, caller, params }) => deleteProject(ctx, caller.accountId, params.id)),
  route(contract.restoreProject, ({ ctx, caller, params }) =>
    restoreProject(ctx, caller.accountId, params.id),
  ),
]

/** Presents the account's projects as its customer sees them, in the order of the rows. */
async function presentProjects(
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

/** Saved projects: unfinished products in the retailer's editor. */
export const projects = defineDomain({
  name: 'projects',
  dependsOn: ['brands', 'services', 'retailer-outbox', 'customers', 'stored-pictures'],
  tables: projectTables,
  routes: projectRoutes,
  jobs: [runOnSchedule('projects.clean-up', '35 * * * *', cleanUpProjects)],
  eraseAccount: eraseRows(projectTables),
})
