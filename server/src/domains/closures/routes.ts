import * as contract from '#contract/closures.ts'
import { type Route, route } from '../../http/route.ts'
import { requireOwnIdentity } from '../identity/index.ts'
import { confirmDeletion } from './closing.ts'
import { previewDeletion } from './deletion-preview.ts'
import { requestDeletion } from './deletion-request.ts'
import { getClosure, reopenClosedAccount } from './reopening.ts'

export const closureRoutes: readonly Route[] = [
  route(contract.getDeletionPreview, ({ ctx, caller }) => previewDeletion(ctx, caller.accountId)),

  route(contract.requestDeletion, async ({ ctx, caller, params, body }) => {
    requireOwnIdentity(caller, params)
    const linkExpires = await requestDeletion(ctx, caller, body.channel)
    return { linkExpires: linkExpires.toISOString() }
  }),

  route(contract.confirmDeletion, async ({ ctx, caller, params, reply }) => {
    requireOwnIdentity(caller, params)
    const closedAccount = await confirmDeletion(ctx, caller.accountId, params.token)
    reply.header('cache-control', 'no-store')
    return { ...closedAccount, deletionDate: closedAccount.deletionDate.toISOString() }
  }),

  route(contract.getClosure, ({ ctx, params, reply }) => {
    reply.header('cache-control', 'no-store')
    return getClosure(ctx, params.token)
  }),

  route(contract.reopenAccount, ({ ctx, params }) => reopenClosedAccount(ctx, params.token)),
]
