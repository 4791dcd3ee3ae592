import * as contract from '#contract/activation.ts'
import { type Route, route } from '../../http/route.ts'
import { startActivation } from './activation.ts'
import { presentActivation } from './present.ts'
import { findActivation } from './store.ts'

export const activationRoutes: readonly Route[] = [
  route(contract.getActivation, async ({ ctx, caller }) =>
    presentActivation(await findActivation(ctx.db, caller.accountId)),
  ),

  route(contract.startActivation, async ({ ctx, caller }) => ({
    started: await startActivation(ctx, caller.accountId),
  })),
]
