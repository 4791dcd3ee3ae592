import { type Context, change } from '../../context.ts'
import { type Listener, on } from '../../platform/events/events.ts'
import { defineJob, handleJob, type JobRegistration } from '../../platform/jobs/jobs.ts'
import {
  endImportRun,
  importLibrary,
  librarySourceChanged,
  listStalledImports,
  recountRefusedFile,
} from '../activation/index.ts'
import { uploadRefused } from '../uploads/index.ts'
import { runImport } from './import.ts'
import { deleteImport, findAddedFile, refuseFile } from './store.ts'

/** Resumes import runs without progress, and ends those that made none for a day. */
const recoverImports = defineJob<Record<string, never>>('imports.tidy', { schedule: '*/10 * * * *' })

/** A run without progress for this long has lost its job. */
const STALLED_MS = 10 * 60_000
/** A run without progress for this long ends with a problem, and can be started again. */
const STUCK_MS = 24 * 3_600_000
const BATCH = 100

export const importJobs: readonly JobRegistration<Context>[] = [
  handleJob(importLibrary, async (ctx, payloads, signal) => {
    for (const ref of payloads) await runImport(ctx, ref, signal)
  }),
  handleJob(recoverImports, ctx => recoverStalledImports(ctx)),
]

/** Corrects the result of a file when the ingest refuses its picture, possibly long after the import. */
export const importListeners: readonly Listener<Context>[] = [
  on(uploadRefused, async (_ctx, tx, { accountId, uploadId, reason }) => {
    const n = await findAddedFile(tx, accountId, uploadId)
    if (n === undefined) return
    await recountRefusedFile(tx, accountId)
    await refuseFile(tx, accountId, n, reason)
  }),
  on(librarySourceChanged, (_ctx, tx, { accountId }) => deleteImport(tx, accountId)),
]

async function recoverStalledImports(ctx: Context): Promise<void> {
  const now = ctx.clock.now().getTime()
  const rows = await listStalledImports(ctx.db, new Date(now - STALLED_MS), BATCH)
  const refs = rows.map(row => ({ accountId: row.account_id, run: row.run, at: row.stepped_at!.getTime() }))
  for (const { at, ...ref } of refs)
    if (at < now - STUCK_MS) await endImportRun(ctx, ref, 'stuck')
    else await change(ctx, tx => ctx.jobs.send(tx, importLibrary, [ref]))
}
