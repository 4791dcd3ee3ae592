import type { Reader, Tx } from '#server/context.ts'
import { greaterThan, updateRows } from '../../../platform/db/rows.ts'

/** Returns when the tickets of the account were created, the oldest first. */
export async function listTicketTimes(db: Reader, accountId: string): Promise<Date[]> {
  const rows = await db
    .selectFrom('checkout_tickets')
    .select('created_at')
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute()
  return rows.map(row => row.created_at)
}

/** Marks a ticket as redeemed and returns its account; undefined for an unknown, used or expired one. */
export async function redeemTicketRow(tx: Tx, ticketHash: string, now: Date): Promise<string | undefined> {
  const row = await tx.db
    .updateTable('checkout_tickets')
    .set({ redeemed_at: now })
    .where('ticket_hash', '=', ticketHash)
    .where('redeemed_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('account_id')
    .executeTakeFirst()
  return row?.account_id
}

/** Ends the tickets of the account: who has lost access to it cannot use one any more. They count for the hour as before. */
export async function endTickets(tx: Pick<Tx, 'db'>, accountId: string, now: Date): Promise<void> {
  await updateRows(
    tx.db,
    'checkout_tickets',
    { account_id: accountId, expires_at: greaterThan(now) },
    { expires_at: now },
  )
}
