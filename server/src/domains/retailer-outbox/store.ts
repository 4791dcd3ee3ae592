import { type Selectable, sql, type Updateable } from 'kysely'
import type { Reader, Tx } from '../../context.ts'
import { updateRows } from '../../platform/db/rows.ts'
import type { NewMessage } from './message-kinds.ts'
import type { RetailerGateTable, RetailerOutboxTable } from './tables.ts'

export type GateRow = Selectable<RetailerGateTable>

export const findGate = (db: Reader): Promise<GateRow> =>
  db.selectFrom('retailer_gate').selectAll().executeTakeFirstOrThrow()

export const lockGate = (tx: Tx): Promise<GateRow> =>
  tx.db.selectFrom('retailer_gate').selectAll().forUpdate().executeTakeFirstOrThrow()

export async function updateGate(tx: Tx, values: Updateable<RetailerGateTable>): Promise<void> {
  await tx.db.updateTable('retailer_gate').set(values).execute()
}

/** Counts a call without an answer; the one that closes the gate sets the time of the first probe. */
export function countFailure(
  tx: Tx,
  { closesAt, probeAt }: { closesAt: number; probeAt: Date },
): Promise<GateRow> {
  return tx.db
    .updateTable('retailer_gate')
    .set({
      failures: sql`failures + 1`,
      probe_at: sql`case when failures + 1 = ${closesAt} then ${probeAt} else probe_at end`,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export type LeasedMessage = Pick<MessageRow, 'kind' | 'message_id' | 'account_id' | 'attempts'> & {
  lease: string
}

export interface Lease {
  lease: string
  kinds: readonly string[]
  now: Date
  until: Date
  limit: number
  /** Maximum number of messages of an account that are being sent, by all processes. */
  perAccount: number
  /** Whether it is the probe of a closed gate. */
  isProbe: boolean
}

/** More than a process sends at once, because messages of an account that has reached its limit are skipped. */
const MAX_CANDIDATES = 200

/**
 * Leases due messages that are the first of their subject, round-robin by account. A message that two transactions
 * select at once is leased to one of them. The probe is the candidate that was tried least: an account whose messages get no
 * answer does not keep those of others waiting.
 */
export async function leaseMessages(
  tx: Tx,
  { lease, kinds, now, until, limit, perAccount, isProbe }: Lease,
): Promise<LeasedMessage[]> {
  const priority = isProbe ? sql`attempts, round, seq` : sql`round, seq`
  const isFree = sql`message.state = 'waiting' and (message.leased_until is null or message.leased_until <= ${now})`
  // Materialized: a plan that joins by a nested loop would rank all candidates again for each waiting message.
  const { rows } = await sql<LeasedMessage>`
    with due as materialized (
      select kind, message_id, account_id, attempts, round, seq
      from retailer_outbox message
      where ${isFree} and next_attempt_at <= ${now} and kind = any(${kinds}::text[])
        and not exists (
          select from retailer_outbox earlier
          where earlier.subject = message.subject and earlier.state = 'waiting' and earlier.seq < message.seq
        )
      order by round, seq
      limit ${MAX_CANDIDATES}
    ), ranked as materialized (
      select *, row_number() over (partition by account_id order by ${priority}) + (
        select count(*) from retailer_outbox sending
        where sending.account_id = due.account_id and sending.state = 'waiting' and sending.leased_until > ${now}
      ) as place
      from due
    ), free as (
      select message.kind, message.message_id
      from retailer_outbox message
      join ranked on ranked.kind = message.kind and ranked.message_id = message.message_id
      where ranked.place <= ${perAccount} and ${isFree}
      order by ${isProbe ? sql`ranked.attempts, ranked.round, ranked.seq` : sql`ranked.round, ranked.seq`}
      limit ${limit}
      for update of message skip locked
    ), leased as (
      update retailer_outbox message set lease = ${lease}, leased_until = ${until}
      from free
      where message.kind = free.kind and message.message_id = free.message_id
      returning message.*
    )
    select kind, message_id, account_id, attempts, lease from leased order by round, seq`.execute(tx.db)
  return rows
}

/** Ends the lease of a message and sets these values; false when another process has it, or the message was dropped or erased. */
export async function updateLeasedMessage(
  tx: Tx,
  { kind, message_id, lease }: LeasedMessage,
  values: Partial<Omit<MessageRow, 'seq'>>,
): Promise<boolean> {
  const key = { kind, message_id, lease }
  return (await updateRows(tx.db, 'retailer_outbox', key, { ...values, lease: null, leased_until: null })) > 0
}

/** Makes all waiting messages due, except those whose result is being stored. */
export async function makeMessagesDue(tx: Tx, now: Date): Promise<void> {
  await sql`
    update retailer_outbox set next_attempt_at = ${now}
    where (kind, message_id) in (
      select kind, message_id from retailer_outbox
      where state = 'waiting' and next_attempt_at > ${now} for update skip locked
    )`.execute(tx.db)
}

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
