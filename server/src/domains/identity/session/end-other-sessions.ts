import type { Context, Tx } from '#server/context.ts'
import type { EndCause } from '#server/domain.ts'
import { publishSessionsEnded } from '#server/http/socket.ts'
import { endTickets, lockCustomer } from '../../customers/index.ts'
import { recordAccessEnd } from '../store/access-ends.ts'
import { markOtherDevicesEnded } from '../store/devices.ts'
import { deleteRecordsOfOtherGrants } from '../store/other-grants.ts'
import { evictCallers } from './caller-cache.ts'

/**
 * Ends all sessions of the account but that of the grant, with sign-ins in progress and sockets. Other processes refuse their
 * access tokens within a second.
 */
export async function endOtherSessions(
  ctx: Context,
  tx: Tx,
  accountId: string,
  keptGrantId: string,
  cause: EndCause,
): Promise<void> {
  const now = ctx.clock.now()
  await lockCustomer(tx, accountId)
  await markOtherDevicesEnded(tx, accountId, keptGrantId, { now, by: cause })
  await deleteRecordsOfOtherGrants(tx.db, accountId, keptGrantId)
  await endTickets(tx, accountId, now)
  await recordAccessEnd(tx, accountId, now)
  tx.afterCommit(() => evictCallers(ctx, accountId))
  await publishSessionsEnded(ctx, tx, accountId)
}
