import {
  type Instant,
  type Json,
  local,
  type NullableInstant,
  type NullableJson,
  type TableDeclarations,
} from '../../schema.ts'

export interface IdentityTables {
  credentials: CredentialsTable
  oidc_records: OidcRecordsTable
  mail_tokens: MailTokensTable
  rate_counts: RateCountsTable
}

declare module '../../schema.ts' {
  interface Schema extends IdentityTables {}
}

export const identityTables: TableDeclarations<IdentityTables> = {
  credentials: local('account_id'),
  oidc_records: local('account_id'),
  mail_tokens: local('account_id'),
  rate_counts: local(),
}

export interface CredentialsTable {
  account_id: string
  password_hash: string
  email_verified_at: NullableInstant
  changed_at: Instant
}

/** Storage of the embedded OpenID Connect provider: one row per record of its adapter. */
export interface OidcRecordsTable {
  kind: string
  id: string
  account_id: string | null
  grant_id: string | null
  uid: string | null
  user_code: string | null
  payload: Json<Record<string, unknown>>
  expires_at: NullableInstant
  consumed_at: NullableInstant
}

/** One-time links sent by mail; only a hash of the token is stored. */
export interface MailTokensTable {
  account_id: string
  token_hash: string
  purpose: string
  payload: NullableJson<Record<string, unknown>>
  created_at: Instant
  expires_at: Instant
  used_at: NullableInstant
}

/** Rate limit counters, shared by all processes; one row per key and window. */
export interface RateCountsTable {
  key: string
  window_start: Instant
  count: number
}
