import { millisecondsInDay } from 'date-fns/constants'
import { deleteProject } from '#contract/retailer-calls/projects.ts'
import { type Context, change, type Tx } from '../../context.ts'
import { publishToAccount } from '../../platform/push/account-channel.ts'
import { RetailerError } from '../../platform/retailer/retailer-error.ts'
import { setPictureUse } from '../stored-pictures/index.ts'
import { tellProjectDeletionJob } from './job-kinds.ts'
import {
  deleteRecords,
  insertErased,
  listUntold,
  lockDueProjects,
  lockExpiredProjects,
  lockProject,
  markErased,
  markTold,
  type ProjectRow,
} from './store.ts'

const BATCH = 200
const HOUR_MS = 3_600_000
/** How long the record of an erased project remains: no version is sent again for longer. */
const RECORD_DAYS = 400

/** The name under which the project's picture is in use. */
export const pictureUser = ({ account_id, project_id }: Pick<ProjectRow, 'account_id' | 'project_id'>) => ({
  accountId: account_id,
  usedBy: `project:${project_id}`,
})

/** Erases a project that the retailer has deleted, also one that has not arrived; false when it was erased before. */
export function eraseRetailerProject(ctx: Context, projectId: string): Promise<boolean> {
  return change(ctx, async tx => {
    if (await insertErased(tx, projectId, ctx.clock.now())) return true
    const row = await lockProject(tx, projectId)
    if (!row || row.erased_at) return false
    await eraseProject(ctx, tx, row, { isKnownToRetailer: true })
    if (row.account_id !== '') await publishToAccount(ctx, tx, row.account_id, { type: 'projects-changed' })
    return true
  })
}

/** Erases the account's projects that expired with its photos, and tells the retailer. */
export async function eraseExpiredProjects(ctx: Context, tx: Tx, accountId: string): Promise<void> {
  for (const row of await lockExpiredProjects(tx, accountId))
    await eraseProject(ctx, tx, row, { isKnownToRetailer: false })
}

/**
 * Erases projects whose days in the bin are over, about which the retailer is told, and those that the retailer has
 * deleted by now. Sends the jobs of untold ones again: the queue deletes jobs that are retried for weeks.
 */
export async function cleanUpProjects(ctx: Context, signal: AbortSignal): Promise<void> {
  const now = ctx.clock.now()
  const deletedBy = new Date(now.getTime() - ctx.config.binDays * millisecondsInDay)
  for (let erased = BATCH; erased === BATCH && !signal.aborted; )
    erased = await change(ctx, async tx => {
      const rows = await lockDueProjects(tx, { deletedBy, now, limit: BATCH })
      for (const row of rows) {
        const isKnownToRetailer = row.expires_at !== null && row.expires_at <= now
        await eraseProject(ctx, tx, row, { isKnownToRetailer })
      }
      return rows.length
    })
  const untold = await listUntold(ctx.db, new Date(now.getTime() - HOUR_MS), BATCH)
  await change(ctx, async tx => {
    for (const projectId of untold) await sendTellJob(ctx, tx, projectId)
  })
  await deleteRecords(ctx.db, new Date(now.getTime() - RECORD_DAYS * millisecondsInDay))
}

/** Tells the retailer; throws, so that the job is repeated, until that is answered. */
export async function tellProjectDeletion(ctx: Context, projectId: string): Promise<void> {
  try {
    await ctx.retailer.call(deleteProject, { params: { id: projectId } })
  } catch (error) {
    const isDone = error instanceof RetailerError && DONE.has(error.kind)
    if (!isDone) throw error
  }
  await markTold(ctx.db, projectId, ctx.clock.now())
}

/** There is no retailer to tell, or it has no such project. */
const DONE: ReadonlySet<string> = new Set(['not-configured', 'not-found'])

async function eraseProject(
  ctx: Context,
  tx: Tx,
  row: ProjectRow,
  { isKnownToRetailer }: { isKnownToRetailer: boolean },
): Promise<void> {
  const erasedAt = ctx.clock.now()
  await markErased(tx, row.project_id, { erasedAt, toldAt: isKnownToRetailer ? erasedAt : null })
  await setPictureUse(ctx, tx, pictureUser(row), undefined)
  if (!isKnownToRetailer) await sendTellJob(ctx, tx, row.project_id)
}

const sendTellJob = (ctx: Context, tx: Tx, projectId: string) =>
  ctx.jobs.send(tx, tellProjectDeletionJob, [{ projectId }], { id: projectId, again: true })
