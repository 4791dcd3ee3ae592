import type { Tx } from '#server/context.ts'
import { greaterThan, updateRows } from '../../../platform/db/rows.ts'

/** Ends the tickets of the account: who has lost access to it cannot use one any more. They count for the hour as before. */
export async function endTickets(tx: Pick<Tx, 'db'>, accountId: string, now: Date): Promise<void> {
  await updateRows(
    tx.db,
    'checkout_tickets',
    { account_id: accountId, expires_at: greaterThan(now) },
    { expires_at: now },
  )
}
