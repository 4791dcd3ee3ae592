import type { ImportProblem } from '#contract/activation.ts'
import * as contract from '#contract/activation.ts'
import { type Context, change, type Reader, type Tx } from '../../context.ts'
import { Failure } from '../../http/failure.ts'
import { type Route, route } from '../../http/route.ts'
import { lockRow } from '../../platform/db/rows.ts'
import { activationStarted } from './events.ts'
import { type ImportRef, importLibrary } from './job-kinds.ts'
import { publishImport } from './notifications.ts'
import { presentActivation } from './present.ts'
import { type ActivationRow, findActivation, lockImportRun, updateActivation } from './store.ts'

/** An import without progress for this long gets another job at the next start. */
const STALLED_MS = 60_000

export const activationRoutes: readonly Route[] = [
  route(contract.getActivation, ({ ctx, caller }) => getActivation(ctx, caller.accountId)),

  route(contract.startActivation, async ({ ctx, caller }) => ({
    started: await startActivation(ctx, caller.accountId),
  })),
]

/** Returns the state of the account's legacy library. */
export const getActivation = async (ctx: Context, accountId: string): Promise<contract.Activation> =>
  presentActivation(await findActivation(ctx.db, accountId))

/**
 * Starts an import run of a library that is NOT_ACTIVE and returns whether this call started it. For a stalled
 * run only its job is sent again, because a crash may have lost it.
 */
export async function startActivation(ctx: Context, accountId: string): Promise<boolean> {
  return change(ctx, async tx => {
    const row = await lockRow(tx, 'activations', { account_id: accountId })
    if (row?.state === 'importing') await resendIfStalled(ctx, tx, row)
    if (row?.state !== 'not-active') return false
    const now = ctx.clock.now()
    const run = row.run + 1
    const startedActivation = await updateActivation(tx, accountId, {
      state: 'importing',
      run,
      problem: null,
      started_at: now,
      stepped_at: now,
      ended_at: null,
    })
    await ctx.events.emit(tx, activationStarted, { accountId })
    await ctx.jobs.send(tx, importLibrary, [{ accountId, run }])
    await publishImport(ctx, tx, 'import-started', startedActivation)
    return true
  })
}

async function resendIfStalled(ctx: Context, tx: Tx, row: ActivationRow): Promise<void> {
  const isStalled = ctx.clock.now().getTime() - (row.stepped_at?.getTime() ?? 0) > STALLED_MS
  if (isStalled) await ctx.jobs.send(tx, importLibrary, [{ accountId: row.account_id, run: row.run }])
}

/**
 * Ends a run: the library becomes ACTIVE, or NOT_ACTIVE with the problem so that it can be started again. Does nothing
 * for a run that has ended or was superseded.
 */
export async function endImportRun(
  ctx: Context,
  ref: ImportRef,
  problem: ImportProblem | null,
): Promise<void> {
  await change(ctx, async tx => {
    if (!(await lockImportRun(tx, ref.accountId, ref.run))) return
    const endedActivation = await updateActivation(tx, ref.accountId, {
      state: problem ? 'not-active' : 'active',
      problem,
      ended_at: ctx.clock.now(),
    })
    await publishImport(ctx, tx, problem ? 'import-error' : 'import-finished', endedActivation)
    const { added, already_there, refused } = endedActivation
    tx.afterCommit(() => ctx.log.info({ ...ref, problem, added, already_there, refused }, 'import ended'))
  })
}

/** Throws 403 while the library is being deleted: nothing may be added to it. */
export async function refuseWhileDeleting(db: Reader, accountId: string): Promise<void> {
  checkNotDeleting((await findActivation(db, accountId))?.state)
}

/** Throws 403 if a state that was read with `selectActivationState` is 'deleting'. */
export function checkNotDeleting(state: ActivationRow['state'] | null | undefined): void {
  if (state === 'deleting') throw new Failure('forbidden', 'The library is being deleted')
}

/** Returns whether an import run is in progress, so that the library is incomplete. */
export async function isImporting(db: Reader, accountId: string): Promise<boolean> {
  return (await findActivation(db, accountId))?.state === 'importing'
}
