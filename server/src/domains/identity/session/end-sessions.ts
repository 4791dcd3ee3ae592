import type { Context, Tx } from '#server/context.ts'
import type { EndCause } from '#server/domain.ts'
import { publishSessionsEnded } from '#server/http/socket.ts'
import { deleteRows } from '../../../platform/db/rows.ts'
import { getStatementScope } from '../../../platform/db/statement-scope.ts'
import { endTickets, lockCustomer } from '../../customers/index.ts'
import { recordAccessEnd } from '../store/access-ends.ts'
import { endDevices, type SessionSelection } from '../store/devices.ts'
import { deleteGrants } from '../store/oidc-records.ts'
import { deleteRecordsOfOtherGrants } from '../store/other-grants.ts'
import { evictCallers } from './caller-cache.ts'

/** Why a session ends before its time. */
export type SessionEndCause = EndCause | 'wrong-answers' | 'token-reused' | 'email-changed' | 'account-closed'

/**
 * Ends sessions of the account, the only way in which grants end before they expire: their devices and everything issued under
 * them, sign-ins in progress, and tickets of the account for the shop's checkout. Publishes that in the transaction: sockets and pages of
 * these sessions end after the commit, and within a second every process refuses their access tokens and addresses of pictures. `byGrantId` is the
 * session that ends them, where that is not the caller's. Returns the ids of those that had not ended.
 */
export async function endSessions(
  ctx: Context,
  tx: Tx,
  accountId: string,
  selection: SessionSelection,
  { cause, byGrantId }: { cause: SessionEndCause; byGrantId?: string },
): Promise<string[]> {
  const now = ctx.clock.now()
  const actor = getStatementScope()?.getActor?.()
  await lockCustomer(tx, accountId)
  const endedIds = await endDevices(tx, accountId, selection, {
    now,
    cause,
    byGrantId: byGrantId ?? actor?.id ?? null,
    // A reused token says nothing of the device whose session it was.
    deviceName: cause === 'token-reused' ? null : (actor?.deviceName ?? null),
  })
  if (selection === 'all') await deleteRows(tx.db, 'oidc_records', { account_id: accountId })
  else if ('except' in selection) await deleteRecordsOfOtherGrants(tx.db, accountId, selection.except)
  else await deleteGrants(tx.db, accountId, selection, now)
  await endTickets(tx, accountId, now)
  await recordAccessEnd(tx, accountId, now)
  tx.afterCommit(() => evictCallers(ctx, accountId))
  await publishSessionsEnded(ctx, tx, accountId)
  return endedIds
}
