import type { LegacyLibraryState } from '#contract/activation.ts'
import type { Context, Tx } from '../../context.ts'
import { Failure, notFound } from '../../http/failure.ts'
import { lockCustomer } from '../customers/index.ts'
import { librarySourceChanged } from './events.ts'
import {
  type ActivationRow,
  deleteActivation,
  insertActivation,
  isSourceTaken,
  lockActivation,
  updateActivation,
} from './store.ts'

/**
 * Notes what the retailer says of a customer's library in its old store; may be repeated. `photos`: how many its index
 * names. A library that was imported stays ACTIVE unless `again` is asked for; one that is being imported is left alone.
 * Answers the row, undefined when nothing is left in the old store. 404 for an unknown or deleted account, 409 while an
 * import runs and when the source belongs to another account.
 */
export async function updateRegistration(
  ctx: Pick<Context, 'clock' | 'events'>,
  tx: Tx,
  accountId: string,
  library: LegacyLibraryState,
  photos: number | null,
): Promise<ActivationRow | undefined> {
  const customer = await lockCustomer(tx, accountId)
  if (!customer || customer.deleted_at) throw notFound('Customer')
  const row = await lockActivation(tx, accountId)
  const { status, source, again } = library
  if (row?.state === 'importing') {
    if (status === 'NOT_ACTIVE' && source === row.source && !again) return row
    throw new Failure('conflict', 'The library is being imported')
  }
  if (status === 'ACTIVE') return removeLibrary(tx, row)
  if (status === 'DELETING') return upsertActivation(ctx, tx, accountId, row, { state: 'deleting' })
  await refuseTaken(tx, accountId, source!)
  if (row?.state === 'active' && !again) return row
  if (row && row.source !== source) await resetImport(ctx, tx, accountId)
  return upsertActivation(ctx, tx, accountId, row, { state: 'not-active', source: source!, photos })
}

/** What was imported from another folder does not count: files there have the same names, and are others. */
async function resetImport(ctx: Pick<Context, 'events'>, tx: Tx, accountId: string): Promise<void> {
  await ctx.events.emit(tx, librarySourceChanged, { accountId })
  await updateActivation(tx, accountId, { added: 0, already_there: 0, refused: 0 })
}

/** What was imported is remembered: the files of a library that comes once more are not taken twice. */
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

/** Two accounts with one source would show the photos of one customer to another. */
async function refuseTaken(tx: Tx, accountId: string, source: string): Promise<void> {
  if (await isSourceTaken(tx, accountId, source))
    throw new Failure('conflict', 'This source belongs to another account')
}
