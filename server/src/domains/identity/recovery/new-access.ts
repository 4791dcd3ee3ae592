import type { AccessEntry, AccessKind } from '#contract/security.ts'
import { type Context, memoizePerContext, type Reader } from '#server/context.ts'

/** Access that was made or changed in the last 30 days, which a new password by a mailed link ends (NX-320). */
export interface NewAccess {
  kind: AccessKind
  entry: AccessEntry
}

export type ListNewAccess = (ctx: Context, db: Reader, accountId: string) => Promise<NewAccess[]>

/** Sets how new access is listed: by a domain that is higher than all that grant it; without one there is none. */
export function setNewAccessList(ctx: Context, list: ListNewAccess): void {
  getState(ctx).list = list
}

export function listNewAccess(ctx: Context, accountId: string): Promise<NewAccess[]> {
  return getState(ctx).list(ctx, ctx.db, accountId)
}

const getState = memoizePerContext((): { list: ListNewAccess } => ({ list: async () => [] }))
