import { LRUCache } from 'lru-cache'
import type { ApiScope } from '#contract/api-scopes.ts'
import { type Context, memoizePerContext } from '#server/context.ts'

/** What of a key decides whether a call may use it. */
export interface KnownKey {
  keyId: string
  accountId: string
  scopes: readonly ApiScope[]
  networks: readonly string[] | null
  /** Ended by its owner or by the rules: at once, whatever the clock of this process says. */
  isEnded: boolean
  expiresAt: Date
  /** The vendor of its account; null where the account is closed or no business. */
  vendor: string | null
}

/** Caches keys for a second, by their hash, so that an ended key is refused within a second in every process. */
export const getKeyCache = memoizePerContext(() => new LRUCache<string, KnownKey>({ max: 5_000, ttl: 1000 }))

/** Evicts the account's keys, so that this process looks them up again. */
export function evictKeys(ctx: Context, accountId: string): void {
  const keys = getKeyCache(ctx)
  for (const [hash, key] of keys.entries()) if (key.accountId === accountId) keys.delete(hash)
}
