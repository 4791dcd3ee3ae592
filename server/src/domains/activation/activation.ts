import type { ImportProblem } from '#contract/activation.ts'
import { type Context, change, type Reader, type Tx } from '../../context.ts'
import { Failure } from '../../http/failure.ts'
import { activationStarted } from './events.ts'
import { type ImportRef, importLibrary } from './job-kinds.ts'
import { publishImport } from './notifications.ts'
import { type ActivationRow, findActivation, lockActivation, lockRun, updateActivation } from './store.ts'

/** An import that has not gone on for this long is sent again when somebody asks. */
const STALLED_MS = 60_000

/**
 * Starts the import of a library that is NOT_ACTIVE (PL-155); answers whether this call did. One that is running is only
 * nudged: its job may have been lost with a process.
 */
export async function startActivation(ctx: Context, accountId: string): Promise<boolean> {
  return change(ctx, async tx => {
    const row = await lockActivation(tx, accountId)
    if (row?.state === 'importing') await resendIfStalled(ctx, tx, row)
    if (row?.state !== 'not-active') return false
    const now = ctx.clock.now()
    const run = row.run + 1
    const started = await updateActivation(tx, accountId, {
      state: 'importing',
      run,
      problem: null,
      started_at: now,
      stepped_at: now,
      ended_at: null,
    })
    await ctx.events.emit(tx, activationStarted, { accountId })
    await ctx.jobs.send(tx, importLibrary, [{ accountId, run }])
    await publishImport(ctx, tx, 'import-started', started)
    return true
  })
}

async function resendIfStalled(ctx: Context, tx: Tx, row: ActivationRow): Promise<void> {
  const quiet = ctx.clock.now().getTime() - (row.stepped_at?.getTime() ?? 0) > STALLED_MS
  if (quiet) await ctx.jobs.send(tx, importLibrary, [{ accountId: row.account_id, run: row.run }])
}

/**
 * Ends a run: without a problem the library is ACTIVE, with one it is NOT_ACTIVE again and may be started anew. A run
 * that has ended already, or that another one followed, is left alone.
 */
export async function endRun(ctx: Context, ref: ImportRef, problem: ImportProblem | null): Promise<void> {
  await change(ctx, async tx => {
    if (!(await lockRun(tx, ref.accountId, ref.run))) return
    const ended = await updateActivation(tx, ref.accountId, {
      state: problem ? 'not-active' : 'active',
      problem,
      ended_at: ctx.clock.now(),
    })
    await publishImport(ctx, tx, problem ? 'import-error' : 'import-finished', ended)
    const { added, already_there, refused } = ended
    tx.afterCommit(() => ctx.log.info({ ...ref, problem, added, already_there, refused }, 'import ended'))
  })
}

/** Nothing is added to a library that is being deleted (OP-26). */
export async function refuseWhileDeleting(db: Reader, accountId: string): Promise<void> {
  if ((await findActivation(db, accountId))?.state === 'deleting')
    throw new Failure('forbidden', 'The library is being deleted')
}

/** The library is not whole yet: a part of it is on its way. */
export async function isImporting(db: Reader, accountId: string): Promise<boolean> {
  return (await findActivation(db, accountId))?.state === 'importing'
}
