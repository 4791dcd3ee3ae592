import type { ApiKey } from '#contract/api-keys.ts'
import type { ApiKeyRow } from './store.ts'

export const presentKey = (row: ApiKeyRow, now: Date): ApiKey => ({
  ...presentKeyAccess(row),
  networks: row.networks ?? [],
  replacedBy: row.replaced_by,
  state: getState(row, now),
})

/** Presents a key as access to an account. */
export const presentKeyAccess = (row: ApiKeyRow) => ({
  id: row.key_id,
  name: row.name,
  hint: row.hint,
  scopes: row.scopes,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  lastUsedFrom: row.last_used_from,
})

function getState({ ended_at, expires_at }: ApiKeyRow, now: Date): ApiKey['state'] {
  if (ended_at) return 'ended'
  return expires_at > now ? 'active' : 'expired'
}

/** Whether the key works at `now`. */
export const isActive = (row: ApiKeyRow, now: Date): boolean => getState(row, now) === 'active'
