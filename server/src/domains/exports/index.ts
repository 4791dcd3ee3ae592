import { EXPORT_DAYS, EXPORT_HOURS } from '#contract/exports.ts'
import { type Context, change } from '../../context.ts'
import { defineDomain, eraseRows } from '../../domain.ts'
import { on } from '../../platform/events/events.ts'
import { handleEach, type JobRegistration, runOnSchedule } from '../../platform/jobs/jobs.ts'
import { accountClosed } from '../customers/index.ts'
import { libraryCleared, releaseHold } from '../photos/index.ts'
import { exportCase } from './case-lines.ts'
import { buildExport, cancelPendingExports, failExport, toExportRef } from './exports.ts'
import { mailExport, prepareExport } from './job-kinds.ts'
import { sendReadyMail } from './ready-mail.ts'
import { exportRoutes } from './routes.ts'
import { deleteExport, listEndedExports, listOverdueExports, listStalledExports } from './store.ts'
import { exportTables } from './tables.ts'
import { chunkZips } from './zip-file.ts'

export { createExtraText, defineExportPart } from './export-parts.ts'
export { countMissingPhotos, type ExportRow, listExports } from './store.ts'
export type { ExtraFile } from './tables.ts'

const BATCH = 100

const HOUR = 3_600_000

/** A job that is retried automatically has recorded progress within this time. */
const STALLED_MS = HOUR / 6

const exportJobs: readonly JobRegistration<Context>[] = [
  handleEach(prepareExport, buildExport),
  handleEach(mailExport, sendReadyMail),
  runOnSchedule('exports.tidy', '*/10 * * * *', cleanUp, { leaseSeconds: 900 }),
]

/** The whole library as zips: requested, frozen, announced by mail, streamed, deleted after 7 days. */
export const exports = defineDomain({
  name: 'exports',
  dependsOn: ['brands', 'mails', 'customers', 'identity', 'photos', 'activation', 'albums', 'downloads'],
  tables: exportTables,
  routes: exportRoutes,
  mount: chunkZips.serve,
  jobs: exportJobs,
  listeners: [libraryCleared, accountClosed].map(event =>
    on(event, (ctx, tx, { accountId }) => cancelPendingExports(ctx, tx, accountId)),
  ),
  caseLines: exportCase,
  eraseAccount: eraseRows(exportTables),
})

/** Deletes expired exports, resends stalled ones, and fails overdue ones. */
async function cleanUp(ctx: Context, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await deleteExpiredExports(ctx)) === BATCH) {}
  await failOverdueExports(ctx)
  await resendStalledExports(ctx)
}

/** Deletes expired exports and releases their holds, so that held originals can be erased. */
async function deleteExpiredExports(ctx: Context): Promise<number> {
  const endedBefore = new Date(ctx.clock.now().getTime() - EXPORT_DAYS * 24 * HOUR)
  const rows = await listEndedExports(ctx.db, endedBefore, BATCH)
  for (const row of rows)
    await change(ctx, async tx => {
      await deleteExport(tx, row)
      await releaseHold(ctx, tx, row.account_id, row.backup_id)
    })
  return rows.length
}

/** Fails exports that are not ready within the promised 48 hours, so that another one can be requested. */
async function failOverdueExports(ctx: Context): Promise<void> {
  const rows = await listOverdueExports(
    ctx.db,
    new Date(ctx.clock.now().getTime() - EXPORT_HOURS * HOUR),
    BATCH,
  )
  for (const row of rows) {
    await change(ctx, tx => failExport(ctx, tx, toExportRef(row)))
    ctx.log.warn({ export: row.backup_id }, 'export was not ready in time')
  }
}

async function resendStalledExports(ctx: Context): Promise<void> {
  const rows = await listStalledExports(ctx.db, new Date(ctx.clock.now().getTime() - STALLED_MS), BATCH)
  await change(ctx, tx => ctx.jobs.send(tx, prepareExport, rows.map(toExportRef)))
}
