import { LRUCache } from 'lru-cache'
import { type Context, memoizePerContext } from '#server/context.ts'
import type { Caller } from '#server/http/route.ts'
import { limitEntries } from '#server/platform/limit-entries.ts'

/** Caches the callers of verified tokens for a second, by token. */
export const getCallerCache = memoizePerContext(
  () => new LRUCache<string, Caller>({ ...limitEntries(10_000), ttl: 1000 }),
)

/**
 * Evicts the account's callers, so that this process verifies their tokens again. Other processes do so after a second.
 */
export function evictCallers(ctx: Context, accountId: string): void {
  const callers = getCallerCache(ctx)
  for (const [token, caller] of callers.entries()) if (caller.accountId === accountId) callers.delete(token)
}
