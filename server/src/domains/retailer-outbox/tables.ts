import type { Generated } from 'kysely'
import { directory, type Instant, local, type NullableInstant, type TablesOf } from '../../schema.ts'

export const retailerOutboxTables = {
  retailer_outbox: directory<RetailerOutboxTable>('account_id'),
  retailer_gate: local<RetailerGateTable>(),
}

declare module '../../schema.ts' {
  interface Schema extends TablesOf<typeof retailerOutboxTables> {}
}

// Distributed tables are changed in the same transactions as the outbox (business details).
/** Calls to the retailer, without their content, which is built from the rows of the kind's domain. */
export interface RetailerOutboxTable {
  kind: string
  /** Unique within the kind. */
  message_id: string
  /** The account whose erasure deletes the message; '' where it outlives the account. */
  account_id: string
  /** Such as 'order:4711-2140': messages of one subject are sent strictly one after the other. */
  subject: string
  /** The sequence of a subject's messages. */
  seq: Generated<bigint>
  /** Round-robin among accounts: of two accounts that wait, the one with fewer earlier messages is served first. */
  round: number
  state: 'waiting' | 'done' | 'refused' | 'dropped'
  attempts: number
  next_attempt_at: Instant
  /** The process that knows `lease` may send it until then; the lease of a process that died expires. */
  leased_until: NullableInstant
  lease: string | null
  /** Status of the last attempt, if it was no valid answer. */
  last_status: number | null
  /** Why the last attempt had no answer, or why the message was refused or dropped. */
  last_problem: string | null
  created_at: Instant
  ended_at: NullableInstant
}

/** Whether the retailer answers, as seen by all processes. One row. */
export interface RetailerGateTable {
  /** Consecutive calls without an answer. */
  failures: number
  /** Probes since the gate closed. */
  probes: number
  /** When the next probe may be sent. */
  probe_at: Instant
}
