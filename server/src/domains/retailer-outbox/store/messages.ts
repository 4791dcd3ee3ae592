import { type Selectable, sql } from 'kysely'
import type { Reader, Tx } from '../../../context.ts'
import type { NewMessage } from '../message-kinds.ts'
import type { RetailerOutboxTable } from '../tables.ts'

export type MessageRow = Selectable<RetailerOutboxTable>

/** Inserts a waiting message, or enqueues an ended one again after the others of its subject. */
export async function upsertMessage(
  tx: Tx,
  kind: string,
  { messageId, accountId, subject }: NewMessage,
  now: Date,
): Promise<void> {
  await sql`
    insert into retailer_outbox (kind, message_id, account_id, subject, round, state, attempts, next_attempt_at, created_at)
    values (${kind}, ${messageId}, ${accountId}, ${subject}, greatest(
      (select min(round) from retailer_outbox where state = 'waiting'),
      (select max(round) + 1 from retailer_outbox where state = 'waiting' and account_id = ${accountId}),
      0
    ), 'waiting', 0, ${now}, ${now})
    on conflict (kind, message_id) do update set
      seq = excluded.seq, round = excluded.round, state = 'waiting', attempts = 0, next_attempt_at = ${now},
      last_status = null, last_problem = null, created_at = ${now}, ended_at = null
    where retailer_outbox.state <> 'waiting'`.execute(tx.db)
}

/** Lists waiting messages, the oldest first; then refused and dropped ones, the newest first. */
export function listMessages(db: Reader, limit: number): Promise<MessageRow[]> {
  return db
    .selectFrom('retailer_outbox')
    .selectAll()
    .where('state', '<>', 'done')
    .orderBy(sql`ended_at desc nulls first`)
    .orderBy('seq')
    .limit(limit)
    .execute()
}

/** Returns the number of waiting messages and the creation of the oldest one, by kind. */
export function countWaitingMessages(db: Reader): Promise<{ kind: string; count: number; oldest: Date }[]> {
  return db
    .selectFrom('retailer_outbox')
    .select(['kind', sql<number>`count(*)::int`.as('count'), sql<Date>`min(created_at)`.as('oldest')])
    .where('state', '=', 'waiting')
    .groupBy('kind')
    .execute()
}

/** Makes messages due: waiting ones, and refused or dropped ones after the others of their subject. */
export function retryMessages(tx: Tx, messageId: string, now: Date): Promise<MessageRow[]> {
  return tx.db
    .updateTable('retailer_outbox')
    .set({
      seq: sql`case when state = 'waiting' then seq
        else nextval(pg_get_serial_sequence('retailer_outbox', 'seq')) end`,
      state: 'waiting',
      next_attempt_at: now,
      ended_at: null,
    })
    .where('message_id', '=', messageId)
    .where('state', '<>', 'done')
    .returningAll()
    .execute()
}

/** Ends waiting messages; the answer of a call in progress is not stored. */
export function dropMessages(
  tx: Tx,
  messageId: string,
  { reason, now }: { reason: string; now: Date },
): Promise<MessageRow[]> {
  return tx.db
    .updateTable('retailer_outbox')
    .set({ state: 'dropped', last_problem: reason, ended_at: now, lease: null, leased_until: null })
    .where('message_id', '=', messageId)
    .where('state', '=', 'waiting')
    .returningAll()
    .execute()
}
