import type { OldLibrary } from '#contract/activation.ts'
import type { Context, Tx } from '../../context.ts'
import { Failure, notFound } from '../../http/failure.ts'
import { lockCustomer } from '../customers/index.ts'
import { setActivation } from './activation.ts'
import { type ActivationRow, lockActivation } from './store.ts'

/**
 * Notes what the retailer says of a customer's library in its old store; may be repeated. `photos`: how many its index
 * names. A library that was imported stays ACTIVE unless `again` is asked for; one that is being imported is left alone.
 * Answers the row, undefined when nothing is left in the old store. 404 for an unknown or deleted account, 409 while an
 * import runs and when the source belongs to another account.
 */
export async function registerLibrary(
  ctx: Pick<Context, 'clock'>,
  tx: Tx,
  accountId: string,
  library: OldLibrary,
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
  if (status === 'ACTIVE') return leave(tx, row)
  if (status === 'DELETING') return put(ctx, tx, accountId, row, { state: 'deleting' })
  await refuseTaken(tx, accountId, source!)
  if (row?.state === 'active' && !again) return row
  if (row && row.source !== source) await forgetFiles(tx, accountId)
  return put(ctx, tx, accountId, row, { state: 'not-active', source: source!, photos })
}

/** What an import of another folder left: its files have the same names, and are others. */
async function forgetFiles(tx: Tx, accountId: string): Promise<void> {
  for (const table of ['import_files', 'import_albums'] as const)
    await tx.db.deleteFrom(table).where('account_id', '=', accountId).execute()
  await setActivation(tx, accountId, { added: 0, already_there: 0, refused: 0 })
}

/** What was imported is remembered: the files of a library that comes once more are not taken twice. */
async function leave(tx: Tx, row: ActivationRow | undefined): Promise<ActivationRow | undefined> {
  if (!row) return undefined
  if (row.run > 0) return setActivation(tx, row.account_id, { state: 'active' })
  await tx.db.deleteFrom('activations').where('account_id', '=', row.account_id).execute()
  return undefined
}

async function put(
  ctx: Pick<Context, 'clock'>,
  tx: Tx,
  accountId: string,
  row: ActivationRow | undefined,
  values: Pick<ActivationRow, 'state'> & Partial<Pick<ActivationRow, 'source' | 'photos'>>,
): Promise<ActivationRow> {
  if (row) return setActivation(tx, accountId, { ...values, problem: null })
  return tx.db
    .insertInto('activations')
    .values({
      account_id: accountId,
      source: null,
      photos: null,
      problem: null,
      ...values,
      registered_at: ctx.clock.now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Two accounts with one source would show the photos of one customer to another. */
async function refuseTaken(tx: Tx, accountId: string, source: string): Promise<void> {
  const taken = await tx.db
    .selectFrom('activations')
    .select('account_id')
    .where('source', '=', source)
    .where('account_id', '!=', accountId)
    .executeTakeFirst()
  if (taken) throw new Failure('conflict', 'This source belongs to another account')
}
