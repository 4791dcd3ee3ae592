import type { ApiScope } from '#contract/api-scopes.ts'
import {
  type Instant,
  type Json,
  local,
  type NullableInstant,
  type NullableJson,
  type TablesOf,
} from '../../schema.ts'

export const apiKeyTables = {
  api_keys: local<ApiKeysTable>('account_id'),
  api_key_calls: local<ApiKeyCallsTable>('account_id'),
}

declare module '../../schema.ts' {
  interface Schema extends TablesOf<typeof apiKeyTables> {}
}

/** Keys with which systems of a business make calls; looked up by their hash. */
export interface ApiKeysTable {
  key_id: string
  account_id: string
  name: string
  /** SHA-256 of the key, which has 202 random bits. */
  hash: string
  /** The last characters. */
  hint: string
  scopes: Json<ApiScope[]>
  /** Networks in CIDR notation from which it works; null: all. */
  networks: NullableJson<string[]>
  created_at: Instant
  expires_at: Instant
  /** Written at most once a minute. */
  last_used_at: NullableInstant
  /** Shortened address. */
  last_used_from: string | null
  /** The shortened addresses that its owner knows of, the latest last. */
  used_networks: Json<string[]>
  replaced_by: string | null
  ended_at: NullableInstant
  /** How many days before its end its owner was last reminded. */
  reminded_days: number | null
}

export interface ApiKeyCallsTable {
  call_id: string
  account_id: string
  key_id: string
  called_at: Instant
  method: string
  /** Without its query. */
  path: string
  status: number
  /** Shortened address. */
  network: string | null
}
