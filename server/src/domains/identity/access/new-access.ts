import { millisecondsInDay } from 'date-fns/constants'
import { type AccessEntry, type AccessKind, UNDO_DAYS } from '#contract/security.ts'
import type { Context, Reader } from '#server/context.ts'
import type { AccessSource } from '#server/domain.ts'
import { REVOCATION_RULES } from './rules.ts'

/** Access that was made or changed in the last 30 days, which a new password by a mailed link ends. */
export interface NewAccess {
  kind: AccessKind
  entry: AccessEntry
}

/** Lists what a new password by a mailed link ends unless its owner keeps it. */
export async function listNewAccess(
  ctx: Context,
  sources: readonly AccessSource[],
  accountId: string,
): Promise<NewAccess[]> {
  const newAccess: NewAccess[] = []
  for (const source of sources) {
    if (REVOCATION_RULES[source.kind]['password-reset'] !== 'new') continue
    const entries = await listNewEntries(ctx, ctx.db, source, accountId)
    newAccess.push(...entries.map(entry => ({ kind: source.kind, entry })))
  }
  return newAccess
}

/** Lists entries of a source that are younger than UNDO_DAYS. */
export async function listNewEntries(
  ctx: Context,
  db: Reader,
  source: AccessSource,
  accountId: string,
): Promise<AccessEntry[]> {
  const newSince = ctx.clock.now().getTime() - UNDO_DAYS * millisecondsInDay
  const entries = await source.list(ctx, db, accountId)
  return entries.filter(({ createdAt }) => Date.parse(createdAt) > newSince)
}
