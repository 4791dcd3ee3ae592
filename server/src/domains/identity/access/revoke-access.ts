import { millisecondsInDay } from 'date-fns/constants'
import { UNDO_DAYS } from '#contract/journal.ts'
import type { AccessEntry, AccessKind } from '#contract/security.ts'
import type { Context, Reader, Tx } from '#server/context.ts'
import type { AccessSource, EndCause } from '#server/domain.ts'

/** See the event accessRevoked. */
interface Revocation {
  accountId: string
  cause: RevocationCause
  keepGrantId: string | null
  keepIds: readonly string[]
}

/**
 * Ends what the rules name, in the transaction of the act. `keepGrantId` counts for devices, `keepIds` for
 * passkeys, and where the rule ends new access.
 */
export async function revokeAccess(
  ctx: Context,
  tx: Tx,
  sources: readonly AccessSource[],
  { accountId, cause, keepGrantId, keepIds }: Revocation,
): Promise<void> {
  for (const source of sources) {
    const scope = REVOCATION_RULES[source.kind][cause]
    // The id of a device is that of its grant.
    if (scope === 'all' && source.endOthers && keepGrantId !== null)
      await source.endOthers(ctx, tx, accountId, keepGrantId, cause)
    else if (scope !== 'stay') await endAccess(ctx, tx, source, scope, { accountId, cause, keepIds })
  }
}

/** With 'all', `keepIds` are passkeys that stay after 'It wasn't me' by a mailed link. */
async function endAccess(
  ctx: Context,
  tx: Tx,
  source: AccessSource,
  scope: 'all' | 'new',
  { accountId, cause, keepIds }: Omit<Revocation, 'keepGrantId'>,
): Promise<void> {
  if (scope === 'all' && (source.kind !== 'passkeys' || keepIds.length === 0))
    return source.end(ctx, tx, accountId, 'all', cause)
  // In the transaction, so that access which was added since a page was shown ends, too.
  const entries = await (scope === 'all'
    ? source.list(ctx, tx.db, accountId)
    : listNewEntries(ctx, tx.db, source, accountId))
  const ids = entries.map(({ id }) => id).filter(id => !keepIds.includes(id))
  if (ids.length > 0) await source.end(ctx, tx, accountId, ids, cause)
}

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
async function listNewEntries(
  ctx: Context,
  db: Reader,
  source: AccessSource,
  accountId: string,
): Promise<AccessEntry[]> {
  const newSince = ctx.clock.now().getTime() - UNDO_DAYS * millisecondsInDay
  const entries = await source.list(ctx, db, accountId)
  return entries.filter(({ createdAt }) => Date.parse(createdAt) > newSince)
}

/** What ends: nothing ('stay'), access younger than UNDO_DAYS unless its owner keeps it, or all. */
type RevocationScope = 'stay' | 'new' | 'all'

/** Acts of an owner, or in an owner's name, by which access ends. */
export type RevocationCause = Extract<EndCause, 'password-changed' | 'password-reset' | 'not-me'>

/**
 * The only rules of what ends when a password is chosen and by 'It wasn't me'. A password chosen in a
 * session leaves machine access: its owner has just confirmed who they are. After a mailed link, access of the last days may
 * be a thief's. An address of callbacks from before stays even then: it cannot sign in.
 */
const REVOCATION_RULES: Record<AccessKind, Record<RevocationCause, RevocationScope>> = {
  devices: { 'password-changed': 'all', 'password-reset': 'all', 'not-me': 'all' },
  mailLinks: { 'password-changed': 'all', 'password-reset': 'all', 'not-me': 'all' },
  // They only add photos, for an hour at most.
  uploadSessions: { 'password-changed': 'stay', 'password-reset': 'all', 'not-me': 'all' },
  passkeys: { 'password-changed': 'stay', 'password-reset': 'new', 'not-me': 'all' },
  apiKeys: { 'password-changed': 'stay', 'password-reset': 'new', 'not-me': 'all' },
  sftpKeys: { 'password-changed': 'stay', 'password-reset': 'new', 'not-me': 'all' },
  sftpPassword: { 'password-changed': 'stay', 'password-reset': 'new', 'not-me': 'all' },
  callbackAddress: { 'password-changed': 'stay', 'password-reset': 'new', 'not-me': 'new' },
  callbackSecrets: { 'password-changed': 'stay', 'password-reset': 'new', 'not-me': 'all' },
}
