import type { Context, Tx } from '#server/context.ts'
import type { EndCause } from '#server/domain.ts'
import { publishSessionsEnded } from '#server/http/socket.ts'
import { notEqual, updateRows } from '../../../platform/db/rows.ts'
import { endTickets, lockCustomer } from '../../customers/index.ts'
import { recordAccessEnd } from '../store/access-ends.ts'
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
  const otherDevices = { account_id: accountId, grant_id: notEqual(keptGrantId), ended_at: null }
  await updateRows(tx.db, 'devices', otherDevices, { ended_at: now, ended_by: cause })
  await deleteRecordsOfOtherGrants(tx.db, accountId, keptGrantId)
  await endTickets(tx, accountId, now)
  await recordAccessEnd(tx, accountId, now)
  tx.afterCommit(() => evictCallers(ctx, accountId))
  await publishSessionsEnded(ctx, tx, accountId)
}
