import type { ImportProblem, LegacyLibraryState } from '#contract/activation.ts'
import * as contract from '#contract/activation.ts'
import { IMPORT_OK, importAuthenticateMessage } from '#contract/push.ts'
import { type Context, change, type Reader, type Tx } from '../../context.ts'
import { defineDomain, eraseRows } from '../../domain.ts'
import { Failure } from '../../http/failure.ts'
import { route } from '../../http/route.ts'
import { mountSocket } from '../../http/socket.ts'
import { findRow, insertRow, lockRow, notEqual } from '../../platform/db/rows.ts'
import { lockActiveCustomer } from '../customers/index.ts'
import { authenticateToken } from '../identity/index.ts'
import { activationStarted, librarySourceChanged } from './events.ts'
import { type ImportRef, importLibrary } from './job-kinds.ts'
import { IMPORT_CHANNEL, publishImport } from './notifications.ts'
import { presentActivation } from './present.ts'
import {
  type ActivationRow,
  claimSource,
  deleteActivation,
  findActivation,
  lockImportRun,
  updateActivation,
} from './store.ts'
import { activationTables } from './tables.ts'

export { activationStarted, librarySourceChanged } from './events.ts'
export { type ImportRef, importLibrary } from './job-kinds.ts'
export { STATUS_BY_ACTIVATION_STATE } from './present.ts'
export {
  type ActivationRow,
  countImportedFile,
  findActivation,
  listStalledImports,
  lockImportRun,
  recountRefusedFile,
  selectActivationState,
  updateActivation,
} from './store.ts'

/** State of each customer's legacy library, and the start of its import. */
export const activation = defineDomain({
  name: 'activation',
  dependsOn: ['customers', 'identity'],
  tables: activationTables,
  routes: [
    route(contract.getActivation, ({ ctx, caller }) => getActivation(ctx, caller.accountId)),
    route(contract.startActivation, async ({ ctx, caller }) => ({
      started: await startActivation(ctx, caller.accountId),
    })),
  ],
  mount(app, ctx) {
    mountSocket(app, ctx, {
      url: '/api/push/import',
      verify: (token, host) => authenticateToken(ctx, token, host),
      parseToken: message => importAuthenticateMessage.safeParse(message).data?.token,
      welcome: IMPORT_OK,
      open: (caller, { send }) => ctx.push.subscribe(IMPORT_CHANNEL, caller.accountId, send),
    })
  },
  emits: [activationStarted, librarySourceChanged, importLibrary],
  eraseAccount: eraseRows(activationTables),
})

/**
 * Stores the state of a customer's legacy library as the retailer reports it; idempotent. `photos`: number of photos in
 * its index. An imported library stays ACTIVE unless `again` is set. Returns the row, or undefined when the legacy
 * store has no data of the account. 404 for an unknown or deleted account; 409 for a change while an import runs, and when the source
 * belongs to another account.
 */
export async function updateRegistration(
  ctx: Pick<Context, 'clock' | 'events'>,
  tx: Tx,
  accountId: string,
  library: LegacyLibraryState,
  photos: number | null,
): Promise<ActivationRow | undefined> {
  await lockActiveCustomer(tx, accountId)
  const row = await lockRow(tx, 'activations', { account_id: accountId })
  const { status, source, again } = library
  if (row?.state === 'importing') {
    if (status === 'NOT_ACTIVE' && source === row.source && !again) return row
    throw new Failure('conflict', 'The library is being imported')
  }
  if (status === 'ACTIVE') return removeLibrary(tx, row)
  if (status === 'DELETING') return upsertActivation(ctx, tx, accountId, row, { state: 'deleting' })
  await refuseTakenSource(tx, accountId, source!)
  if (row?.state === 'active' && !again) return row
  if (!(await claimSource(tx, accountId, source!))) throw createSourceTakenFailure()
  if (row && row.source !== source) await resetImport(ctx, tx, accountId)
  return upsertActivation(ctx, tx, accountId, row, { state: 'not-active', source: source!, photos })
}

/** Resets the import of the previous folder: equal paths in another folder are different files. */
async function resetImport(ctx: Pick<Context, 'events'>, tx: Tx, accountId: string): Promise<void> {
  await ctx.events.emit(tx, librarySourceChanged, { accountId })
  await updateActivation(tx, accountId, { added: 0, already_there: 0, refused: 0 })
}

/** Keeps the row of an imported library, so that a later registration does not import its files twice. */
async function removeLibrary(tx: Tx, row: ActivationRow | undefined): Promise<ActivationRow | undefined> {
  if (!row) return undefined
  if (row.run > 0) return updateActivation(tx, row.account_id, { state: 'active' })
  await deleteActivation(tx, row.account_id)
  return undefined
}

async function upsertActivation(
  ctx: Pick<Context, 'clock'>,
  tx: Tx,
  accountId: string,
  row: ActivationRow | undefined,
  values: Pick<ActivationRow, 'state'> & Partial<Pick<ActivationRow, 'source' | 'photos'>>,
): Promise<ActivationRow> {
  if (row) return updateActivation(tx, accountId, { ...values, problem: null })
  const newRow = { account_id: accountId, source: null, photos: null, problem: null, ...values }
  return insertRow(tx.db, 'activations', { ...newRow, registered_at: ctx.clock.now() })
}

/** A source shared by two accounts would show the photos of one customer to another. */
async function refuseTakenSource(tx: Tx, accountId: string, source: string): Promise<void> {
  const key = { source, account_id: notEqual(accountId) }
  if (await findRow(tx.db, 'activation_sources', key)) throw createSourceTakenFailure()
}

const createSourceTakenFailure = () => new Failure('conflict', 'This source belongs to another account')

/** An import without progress for this long gets another job at the next start. */
const STALLED_MS = 60_000

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
