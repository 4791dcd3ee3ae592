import type { Generated } from 'kysely'
import type {
  CallbackData,
  CallbackEventType,
  CallbackType,
  CallbackVersion,
} from '#contract/callback-payload.ts'
import type { CallbackDelivery, CallbackProblem, Callbacks } from '#contract/callbacks.ts'
import {
  type Instant,
  type Json,
  local,
  type NullableInstant,
  type NullableJson,
  type TablesOf,
} from '../../schema.ts'

export const callbackTables = {
  callback_attempts: local<CallbackAttemptsTable>('account_id'),
  callback_deliveries: local<CallbackDeliveriesTable>('account_id'),
  callback_events: local<CallbackEventsTable>('account_id'),
  callback_numbers: local<CallbackNumbersTable>('account_id'),
  callback_secrets: local<CallbackSecretsTable>('account_id'),
  callbacks: local<CallbacksTable>('account_id'),
}

declare module '../../schema.ts' {
  interface Schema extends TablesOf<typeof callbackTables> {}
}

/** The endpoints of a business. */
export interface CallbacksTable {
  account_id: string
  /** That of the account for the endpoint of the customer's record, which has its address and format. */
  endpoint_id: string
  name: string | null
  url: string | null
  format: 'JSON' | 'XML' | null
  state: 'on' | 'off'
  /** Null while it is on, and where the customer removed the address. */
  off_reason: NonNullable<Callbacks['endpoint']>['offReason']
  off_at: NullableInstant
  /** The device that ended it to protect the account. */
  off_device: string | null
  /** When the customer was notified that it was disabled. */
  mailed_at: NullableInstant
  /** The first failure since the last success; null after a success. */
  failing_since: NullableInstant
  /** When events of this account were last claimed; the account that waited longest is next. */
  last_claimed_at: NullableInstant
  version: CallbackVersion
  /** The types that it gets; null: all, also those of later releases. */
  events: NullableJson<CallbackEventType[]>
  /** When the address was last changed to another one. */
  address_changed_at: Instant
  /** Until when nothing is sent to the address, because a new device saved it; null where a known one did. */
  starts_at: NullableInstant
}

/** The secrets of an endpoint, each with its own end. */
export interface CallbackSecretsTable {
  account_id: string
  endpoint_id: string
  secret_id: string
  /** Rises with each secret. */
  seq: Generated<string>
  encrypted: string
  /** The last characters. */
  hint: string
  created_at: Instant
  /** Until when it signs; null for the newest. */
  expires_at: NullableInstant
  shown: boolean
}

/** The last number of an account's events. */
export interface CallbackNumbersTable {
  account_id: string
  number: number
}

/** What happened, for 30 days, whether or not an endpoint is on. */
export interface CallbackEventsTable {
  account_id: string
  /** From 1, without gaps, in the order in which events become visible. */
  number: number
  /** The header webhook-id, the same at all endpoints and in every replay. */
  event_id: string
  type: CallbackType
  /** The order's code, the invoice's number, the file or the key. */
  about: string | null
  /** The fields of the payload of the latest version besides the customer. */
  data: Json<CallbackData>
  created_at: Instant
}

/** An event for an endpoint. */
export interface CallbackDeliveriesTable {
  event_id: string
  endpoint_id: string
  account_id: string
  /** That of the event. */
  number: number
  version: CallbackVersion
  /** 'off': the endpoint was disabled when it happened. */
  state: CallbackDelivery['state']
  /** True for what a person requested, which is not queued behind the others. */
  requested: boolean
  /** Failed attempts since it was created or requested again. */
  failures: number
  /** When it is attempted; null unless it waits. */
  next_attempt_at: NullableInstant
  /** Until when a process may deliver it; the claim of a process that died expires. */
  claimed_until: NullableInstant
}

export interface CallbackAttemptsTable {
  event_id: string
  endpoint_id: string
  /** From 1. */
  n: number
  account_id: string
  attempted_at: Instant
  address: string
  format: 'JSON' | 'XML'
  duration_ms: number
  /** Null when there was no answer but a problem. */
  status: number | null
  problem: CallbackProblem | null
  /** The header webhook-signature; null where nothing was sent. */
  signature: string | null
  /** The beginning of the answer's body. */
  answer: string
}
