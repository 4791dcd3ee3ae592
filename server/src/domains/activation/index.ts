import type { LegacyLibraryState } from '#contract/activation.ts'
import { IMPORT_OK, importAuthenticateMessage } from '#contract/push.ts'
import type { Context, Tx } from '../../context.ts'
import { defineDomain, eraseRows } from '../../domain.ts'
import { Failure } from '../../http/failure.ts'
import { mountSocket } from '../../http/socket.ts'
import { findRow, lockRow, notEqual } from '../../platform/db/rows.ts'
import { lockActiveCustomer } from '../customers/index.ts'
import { authenticateToken } from '../identity/index.ts'
import { activationStarted, librarySourceChanged } from './events.ts'
import { importLibrary } from './job-kinds.ts'
import { IMPORT_CHANNEL } from './notifications.ts'
import { activationRoutes } from './routes.ts'
import {
  type ActivationRow,
  claimSource,
  deleteActivation,
  insertActivation,
  updateActivation,
} from './store.ts'
import { activationTables } from './tables.ts'

export { activationStarted, librarySourceChanged } from './events.ts'
export { type ImportRef, importLibrary } from './job-kinds.ts'
export { STATUS_BY_ACTIVATION_STATE } from './present.ts'
export { checkNotDeleting, endImportRun, getActivation, isImporting, refuseWhileDeleting } from './routes.ts'
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
  routes: activationRoutes,
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
  return insertActivation(tx, { account_id: accountId, ...values, registered_at: ctx.clock.now() })
}

/** A source shared by two accounts would show the photos of one customer to another. */
async function refuseTakenSource(tx: Tx, accountId: string, source: string): Promise<void> {
  const key = { source, account_id: notEqual(accountId) }
  if (await findRow(tx.db, 'activation_sources', key)) throw createSourceTakenFailure()
}

const createSourceTakenFailure = () => new Failure('conflict', 'This source belongs to another account')
