import type { ColumnType } from 'kysely'
import {
  type Instant,
  type Json,
  local,
  type NullableInstant,
  type NullableJson,
  type TablesOf,
} from '../../schema.ts'

export const identityTables = {
  credentials: local<CredentialsTable>('account_id'),
  oidc_records: local<OidcRecordsTable>('account_id'),
  devices: local<DevicesTable>('account_id'),
  former_emails: local<FormerEmailsTable>('account_id'),
  passkeys: local<PasskeysTable>('account_id'),
  webauthn_handles: local<WebauthnHandlesTable>('account_id'),
  mail_tokens: local<MailTokensTable>('account_id'),
  rate_counts: local<RateCountsTable>(),
}

declare module '../../schema.ts' {
  interface Schema extends TablesOf<typeof identityTables> {}
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

/** A browser or app that is, or was, signed in; the provider's grant of the same id is the access itself. */
export interface DevicesTable {
  account_id: string
  grant_id: string
  client_id: string
  /** Browser and system; null if they are not known. */
  label: string | null
  /** Shortened address of the last use. */
  network: string | null
  /** How the customer proved who they are last (RFC 8176). */
  methods: Json<string[]>
  auth_time: Instant
  /** Hash of the cookie without which the session's refresh token is refused; null for an app, and before the first refresh. */
  bind_hash: string | null
  /** Until then the next sign-in of this browser asks again, once. */
  step_up_wanted_until: NullableInstant
  created_at: Instant
  last_used_at: Instant
  ended_at: NullableInstant
  /** A SessionEndCause. */
  ended_by: string | null
  /** Browser and system of the other device that ended it; null where none did. */
  ended_device: string | null
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

/** Addresses that an account had before the present one. */
export interface FormerEmailsTable {
  account_id: string
  email: string
  since: Instant
  /** When the address was replaced. */
  until: Instant
  /** Whether the owner no longer controls the mailbox: it receives nothing and cannot be brought back. */
  is_lost: boolean
}

/** Passkeys (WebAuthn credentials) of accounts. */
export interface PasskeysTable {
  account_id: string
  passkey_id: string
  /** Base64url. */
  credential_id: string
  /** COSE_Key. */
  public_key: Buffer
  /** COSE algorithm. */
  algorithm: number
  /** The RP ID for which it was made. */
  rp_id: string
  name: string
  /** Model of what stores it. */
  aaguid: string
  backed_up: boolean
  transports: Json<string[]>
  /** Signature counter of its authenticator; 0 where it has none. */
  counter: ColumnType<string, number, number>
  created_at: Instant
  last_used_at: NullableInstant
}

/** Random user handles, by which authenticators know accounts. */
export interface WebauthnHandlesTable {
  account_id: string
  /** Base64url. */
  handle: string
}
