import type { ColumnType } from 'kysely'
import type { ServiceScope } from '#contract/service-scopes.ts'
import {
  directory,
  type Instant,
  type Json,
  local,
  type NullableInstant,
  type TablesOf,
} from '../../schema.ts'

export const serviceTables = {
  service_tokens: local<ServiceTokensTable>(),
  service_reads: local<ServiceReadsTable>(),
  // Written in the same transactions as customers, which are distributed.
  retailer_states: directory<RetailerStatesTable>('account_id'),
  retailer_refusals: local<RetailerRefusalsTable>(),
}

declare module '../../schema.ts' {
  interface Schema extends TablesOf<typeof serviceTables> {}
}

/** Tokens of the retailer's services, without their secrets. */
export interface ServiceTokensTable {
  token_id: string
  /** The name of the service; while a token is replaced two of them have it. */
  name: string
  token_hash: string
  /** The last characters of the token. */
  hint: string
  /** Null: all. */
  vendors: string[] | null
  /** Null: all. */
  scopes: ServiceScope[] | null
  /** For how long a token that replaces it is valid. */
  days: number
  created_at: Instant
  expires_at: Instant
  ended_at: NullableInstant
  /** Within a minute. */
  last_used_at: NullableInstant
  /** The days before its end of which the log has a line: 30, 7 or 1. */
  warned_days: number | null
}

/** Originals whose addresses a token got on one day. */
export interface ServiceReadsTable {
  /** Id of the token, or the name of one in SERVICE_TOKENS. */
  token: string
  /** YYYY-MM-DD, UTC. */
  day: string
  service: string
  /** int8 is read as text. */
  originals: ColumnType<string, number, number>
}

/** What the retailer's services sent last, as it was sent. */
export interface RetailerStatesTable {
  kind: string
  key: string
  account_id: string | null
  /** The vendors to which it belongs; null: all. */
  vendors: string[] | null
  version: number
  body: Json<Record<string, unknown>>
  /** SHA-256 of the body in its canonical form (RFC 8785), in hexadecimal digits. */
  hash: string
  stored_at: Instant
  /** Name of the service. */
  stored_by: string
}

/** The last refusal of each call (docs/retailer-interface.md), without the refused content. */
export interface RetailerRefusalsTable {
  service: string
  method: string
  path: string
  vendors: string[] | null
  status: number
  code: string
  message: string
  fields: Json<Record<string, string>>
  count: number
  first_at: Instant
  last_at: Instant
}
