import { EXPORT_DAYS, EXPORT_HOURS } from '#contract/exports.ts'
import type { Context } from '../../context.ts'
import { change } from '../../context.ts'
import { handleJob, type JobRegistration } from '../../platform/jobs/jobs.ts'
import { releaseHold } from '../photos/index.ts'
import { buildExport, failExport, refOf } from './exports.ts'
import { cleanUpExports, mailExport, prepareExport } from './job-kinds.ts'
import { sendReadyMail } from './ready-mail.ts'
import { deleteExport, listEndedExports, listOverdueExports, listStalledExports } from './store.ts'

const BATCH = 100
const HOUR = 3_600_000
/** A job that is retried by itself has said something before. */
const STALLED_MS = HOUR / 6

export const exportJobs: readonly JobRegistration<Context>[] = [
  handleJob(prepareExport, async (ctx, payloads) => {
    for (const payload of payloads) await buildExport(ctx, payload)
  }),
  handleJob(mailExport, async (ctx, payloads) => {
    for (const payload of payloads) await sendReadyMail(ctx, payload)
  }),
  handleJob(cleanUpExports, (ctx, _payloads, signal) => cleanUp(ctx, signal)),
]

async function cleanUp(ctx: Context, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await deleteExpiredExports(ctx)) === BATCH) {}
  await failOverdueExports(ctx)
  await resendStalledExports(ctx)
}

/** Links have ended by themselves before; now the lists go, and the originals that waited for that. */
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

/** What was promised within 48 hours and did not come has failed: that is said, and another try is possible. */
async function failOverdueExports(ctx: Context): Promise<void> {
  const rows = await listOverdueExports(
    ctx.db,
    new Date(ctx.clock.now().getTime() - EXPORT_HOURS * HOUR),
    BATCH,
  )
  for (const row of rows) {
    await change(ctx, tx => failExport(ctx, tx, refOf(row)))
    ctx.log.warn({ export: row.backup_id }, 'export was not ready in time')
  }
}

async function resendStalledExports(ctx: Context): Promise<void> {
  const rows = await listStalledExports(ctx.db, new Date(ctx.clock.now().getTime() - STALLED_MS), BATCH)
  await change(ctx, tx => ctx.jobs.send(tx, prepareExport, rows.map(refOf)))
}
