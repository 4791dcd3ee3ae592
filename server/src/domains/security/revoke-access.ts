import type { Context, Tx } from '../../context.ts'
import type { AccessSource } from '../../domain.ts'
import { listNewEntries } from './new-access.ts'
import { REVOCATION_RULES, type RevocationCause } from './rules.ts'

/** See the event accessRevoked. */
interface Revocation {
  accountId: string
  cause: RevocationCause
  keepGrantId: string | null
  keepIds: readonly string[]
}

/**
 * Ends what the rules name, in the transaction of the act. `keepGrantId` counts for devices, `keepIds` where the rule ends
 * new access.
 */
export async function revokeAccess(
  ctx: Context,
  tx: Tx,
  sources: readonly AccessSource[],
  { accountId, cause, keepGrantId, keepIds }: Revocation,
): Promise<void> {
  for (const source of sources)
    switch (REVOCATION_RULES[source.kind][cause]) {
      case 'all':
        // The id of a device is that of its grant.
        if (source.endOthers && keepGrantId !== null)
          await source.endOthers(ctx, tx, accountId, keepGrantId, cause)
        else await source.end(ctx, tx, accountId, 'all', cause)
        break
      case 'new':
        await endNewAccess(ctx, tx, source, { accountId, cause, keepIds })
    }
}

/** Lists in the transaction, so that access which was added since a page was shown ends, too. */
async function endNewAccess(
  ctx: Context,
  tx: Tx,
  source: AccessSource,
  { accountId, cause, keepIds }: Omit<Revocation, 'keepGrantId'>,
): Promise<void> {
  const entries = await listNewEntries(ctx, tx.db, source, accountId)
  const ids = entries.map(({ id }) => id).filter(id => !keepIds.includes(id))
  if (ids.length > 0) await source.end(ctx, tx, accountId, ids, cause)
}
