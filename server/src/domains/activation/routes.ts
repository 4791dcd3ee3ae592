import * as contract from '#contract/activation.ts'
import type { Context } from '../../context.ts'
import { type Route, route } from '../../http/route.ts'
import { startActivation } from './activation.ts'
import { presentActivation } from './present.ts'
import { findActivation } from './store.ts'

export const activationRoutes: readonly Route[] = [
  route(contract.getActivation, ({ ctx, caller }) => getActivation(ctx, caller.accountId)),

  route(contract.startActivation, async ({ ctx, caller }) => ({
    started: await startActivation(ctx, caller.accountId),
  })),
]

/** Returns the state of the account's legacy library. */
export const getActivation = async (ctx: Context, accountId: string): Promise<contract.Activation> =>
  presentActivation(await findActivation(ctx.db, accountId))
