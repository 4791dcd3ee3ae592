import { LRUCache } from 'lru-cache'
import type { Context } from '#server/context.ts'
import type { Caller } from '#server/http/route.ts'
import { perContext } from '../per-context.ts'

/** Callers of tokens that were verified less than a second ago. */
export const callerCache = perContext(() => new LRUCache<string, Caller>({ max: 10_000, ttl: 1000 }))

/** Makes this process ask the database again at the account's next call. */
export function evictCallers(ctx: Context, accountId: string): void {
  const callers = callerCache(ctx)
  for (const [token, caller] of callers.entries()) if (caller.accountId === accountId) callers.delete(token)
}
