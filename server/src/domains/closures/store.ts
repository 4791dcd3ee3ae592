import type { Selectable } from 'kysely'
import type { Reader, Tx } from '../../context.ts'
import { updateRows } from '../../platform/db/rows.ts'
import type { ClosuresTable } from './tables.ts'

export type ClosureRow = Selectable<ClosuresTable>

/** Lists closures whose grace period is over and whose erasure has not ended, in pages by hash. */
export function listDueClosures(db: Reader, now: Date, after: string, limit: number): Promise<ClosureRow[]> {
  return db
    .selectFrom('closures')
    .selectAll()
    .where('state', 'in', ['closed', 'erasing'])
    .where('erase_at', '<=', now)
    .where('keep_hash', '>', after)
    .orderBy('keep_hash')
    .limit(limit)
    .execute()
}

/** Marks the account as reopened: its erasure does not start. */
export async function endClosures(tx: Tx, accountId: string, endedAt: Date): Promise<void> {
  await updateRows(
    tx.db,
    'closures',
    { account_id: accountId, state: 'closed' },
    { state: 'reopened', ended_at: endedAt },
  )
}

/** Removes the account id from the account's closures, which remain as records of the erasure. */
export async function anonymizeClosures(tx: Tx, accountId: string, endedAt: Date): Promise<void> {
  await updateRows(
    tx.db,
    'closures',
    { account_id: accountId },
    { account_id: null, state: 'erased', ended_at: endedAt },
  )
}
