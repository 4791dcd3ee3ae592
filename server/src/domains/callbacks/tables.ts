import type { CallbackType } from '#contract/callback-payload.ts'
import type { CallbackEvent, CallbackProblem, Callbacks } from '#contract/callbacks.ts'
import { type Instant, local, type NullableInstant, type TableDeclarations } from '../../schema.ts'

export interface CallbackTables {
  callbacks: CallbacksTable
  callback_events: CallbackEventsTable
  callback_attempts: CallbackAttemptsTable
}

declare module '../../schema.ts' {
  interface Schema extends CallbackTables {}
}

export const callbackTables: TableDeclarations<CallbackTables> = {
  callbacks: local('account_id'),
  callback_events: local('account_id'),
  callback_attempts: local('account_id'),
}

/** The endpoint of a business; its address and format are in the customer's record. */
export interface CallbacksTable {
  account_id: string
  state: 'on' | 'off'
  /** Null while it is on, and where the customer removed the address. */
  off_reason: NonNullable<Callbacks['endpoint']>['offReason']
  off_at: NullableInstant
  /** When the customer was told that it was turned off. */
  mailed_at: NullableInstant
  /** Since when no attempt has succeeded; null after one that did. */
  failing_since: NullableInstant
  /** When events of it were last claimed: those that waited longest are next. */
  last_claimed_at: NullableInstant
  /** Encrypted. */
  secret: string
  secret_hint: string
  secret_created_at: Instant
  secret_shown: boolean
  /** Encrypted; signs as well until the instant below. */
  previous_secret: string | null
  previous_valid_until: NullableInstant
}

/** What is, or was, to be delivered. */
export interface CallbackEventsTable {
  /** The header webhook-id. */
  event_id: string
  account_id: string
  type: CallbackType
  /** The order's code or the invoice's number. */
  about: string | null
  created_at: Instant
  state: CallbackEvent['state']
  /** By a person: a test or a replay, which is not queued behind the others. */
  requested: boolean
  /** Failed attempts since the event was created or replayed. */
  failures: number
  /** Null unless it waits. */
  next_attempt_at: NullableInstant
  /** Until then a process is delivering it; one that died loses the claim. */
  claimed_until: NullableInstant
}

export interface CallbackAttemptsTable {
  event_id: string
  /** From 1. */
  n: number
  account_id: string
  attempted_at: Instant
  address: string
  format: 'JSON' | 'XML'
  duration_ms: number
  /** Null without an answer; then there is a problem. */
  status: number | null
  problem: CallbackProblem | null
  /** The header webhook-signature; null where nothing was sent. */
  signature: string | null
  /** The beginning of the answer's body. */
  answer: string
}
