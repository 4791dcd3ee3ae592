import { millisecondsInDay } from 'date-fns/constants'
import { UNDO_DAYS } from '#contract/security.ts'
import type { Context, Reader } from '../../context.ts'
import type { AccessSource } from '../../domain.ts'
import type { NewAccess } from '../identity/index.ts'
import { REVOCATION_RULES } from './rules.ts'

/** Lists access of the last 30 days that a new password by a mailed link ends unless its owner keeps it (NX-320). */
export async function listNewAccess(
  ctx: Context,
  db: Reader,
  sources: readonly AccessSource[],
  accountId: string,
): Promise<NewAccess[]> {
  const newSince = ctx.clock.now().getTime() - UNDO_DAYS * millisecondsInDay
  const accesses: NewAccess[] = []
  for (const source of sources) {
    if (REVOCATION_RULES[source.kind]['password-reset'] !== 'new') continue
    const entries = await source.list(ctx, db, accountId)
    for (const entry of entries)
      if (Date.parse(entry.createdAt) > newSince) accesses.push({ kind: source.kind, entry })
  }
  return accesses
}
