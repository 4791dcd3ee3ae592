import type { Tx } from '#server/context.ts'
import { greaterThan, updateRow, updateRows } from '../../../platform/db/rows.ts'

/** Marks a ticket as redeemed and returns its account; undefined for an unknown, used or expired one. */
export async function redeemTicketRow(tx: Tx, ticketHash: string, now: Date): Promise<string | undefined> {
  const key = { ticket_hash: ticketHash, redeemed_at: null, expires_at: greaterThan(now) }
  return (await updateRow(tx.db, 'checkout_tickets', key, { redeemed_at: now }))?.account_id
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
