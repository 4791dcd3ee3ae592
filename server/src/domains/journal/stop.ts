import { type Context, change, type Tx } from '../../context.ts'
import { recordUndo } from './record.ts'
import { type EntryRow, findUndoOf, listEntriesInEffectAfter, lockEntry } from './store.ts'

/** Undoes an entry before it takes effect; a repetition changes nothing. Returns false once it has taken effect. */
export const stopEntry = (
  ctx: Context,
  { account_id, entry_id }: Pick<EntryRow, 'account_id' | 'entry_id'>,
): Promise<boolean> => change(ctx, tx => stop(ctx, tx, account_id, entry_id))

/** Undoes all entries of the account that have not taken effect. */
export async function stopWaitingEntries(ctx: Context, tx: Tx, accountId: string): Promise<void> {
  for (const { entry_id } of await listEntriesInEffectAfter(tx.db, accountId, ctx.clock.now()))
    await stop(ctx, tx, accountId, entry_id)
}

async function stop(ctx: Context, tx: Tx, accountId: string, entryId: string): Promise<boolean> {
  const effect = await lockEffect(ctx, tx, accountId, entryId)
  if (effect.is === 'waiting') await recordUndo(ctx, tx, effect.entry)
  return effect.is !== 'effective'
}

/**
 * Locks an entry and finds whether it waits, was undone, or has taken effect. The lock orders an undo in the last moment and the work
 * that the entry begins: the later one sees the earlier.
 */
export async function lockEffect(
  ctx: Context,
  tx: Tx,
  accountId: string,
  entryId: string,
): Promise<{ is: 'waiting' | 'effective'; entry: EntryRow } | { is: 'undone' }> {
  const entry = await lockEntry(tx, accountId, entryId)
  if (!entry || (await findUndoOf(tx.db, accountId, entryId))) return { is: 'undone' }
  return { is: isWaiting(ctx, entry) ? 'waiting' : 'effective', entry }
}

export const isWaiting = ({ clock }: Context, { effective_at: at }: EntryRow): boolean =>
  at !== null && at > clock.now()
