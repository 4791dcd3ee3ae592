import type { Selectable } from 'kysely'
import type { Reader, Tx } from '../../context.ts'
import { atMost, greaterThan, listFirstRows, updateRows } from '../../platform/db/rows.ts'
import type { ClosuresTable } from './tables.ts'

export type ClosureRow = Selectable<ClosuresTable>

/** Lists closures whose grace period is over and whose erasure has not ended, in pages by hash. */
export function listDueClosures(db: Reader, now: Date, after: string, limit: number): Promise<ClosureRow[]> {
  const states = ['closed', 'erasing'] as const
  const key = { state: states, erase_at: atMost(now), keep_hash: greaterThan(after) }
  return listFirstRows(db, 'closures', key, limit, 'keep_hash')
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
