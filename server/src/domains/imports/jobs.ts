import { sql } from 'kysely'
import { type Context, change } from '../../context.ts'
import { type Listener, on } from '../../platform/events/events.ts'
import { handles, type Registered } from '../../platform/jobs/jobs.ts'
import { endRun, importLibrary } from '../activation/index.ts'
import { uploadRefused } from '../uploads/index.ts'
import { goOn } from './import.ts'
import { tidyImports } from './job-kinds.ts'

/** A job that is retried by itself has said something before. */
const QUIET_MS = 10 * 60_000
/** Nothing has come for a day: it is said, and another try is possible. */
const STUCK_MS = 24 * 3_600_000
const BATCH = 100

export const importJobs: readonly Registered<Context>[] = [
  handles(importLibrary, async (ctx, payloads, signal) => {
    for (const ref of payloads) await goOn(ctx, ref, signal)
  }),
  handles(tidyImports, ctx => tidy(ctx)),
]

/** The full decode may refuse a picture long after its file was taken: the result says so then, too. */
export const importListeners: readonly Listener<Context>[] = [
  on(uploadRefused, async (_ctx, tx, { accountId, uploadId, reason }) => {
    const row = await tx.db
      .selectFrom('import_files')
      .select('n')
      .where('account_id', '=', accountId)
      .where('upload_id', '=', uploadId)
      .where('state', '=', 'added')
      .executeTakeFirst()
    if (!row) return
    await tx.db
      .updateTable('activations')
      .set({ added: sql<number>`added - 1`, refused: sql<number>`refused + 1` })
      .where('account_id', '=', accountId)
      .execute()
    await tx.db
      .updateTable('import_files')
      .set({ state: 'refused', reason, photo_id: null })
      .where('account_id', '=', accountId)
      .where('n', '=', row.n)
      .execute()
  }),
]

async function tidy(ctx: Context): Promise<void> {
  const now = ctx.clock.now().getTime()
  const rows = await ctx.db
    .selectFrom('activations')
    .select(['account_id', 'run', 'stepped_at'])
    .where('state', '=', 'importing')
    .where('stepped_at', '<', new Date(now - QUIET_MS))
    .limit(BATCH)
    .execute()
  const refs = rows.map(row => ({ accountId: row.account_id, run: row.run, at: row.stepped_at!.getTime() }))
  for (const { at, ...ref } of refs)
    if (at < now - STUCK_MS) await endRun(ctx, ref, 'stuck')
    else await change(ctx, tx => ctx.jobs.send(tx, importLibrary, [ref]))
}
