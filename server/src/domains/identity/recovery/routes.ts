import * as contract from '#contract/recovery.ts'
import { route } from '#server/http/route.ts'
import { findPendingRecovery, stopRecovery } from './pending-recovery.ts'

/** The recovery by mail that waits, which any signed-in device can stop (NX-364). */
export const recoveryRoutes = [
  route(contract.getRecovery, async ({ ctx, caller, reply }) => {
    reply.header('cache-control', 'no-store')
    const pending = await findPendingRecovery(ctx, ctx.db, caller.accountId)
    return {
      pending: pending && {
        requestedAt: pending.requestedAt.toISOString(),
        effectiveAt: pending.effectiveAt.toISOString(),
      },
    }
  }),
  route(contract.stopRecovery, ({ ctx, caller }) => stopRecovery(ctx, caller.accountId)),
]
