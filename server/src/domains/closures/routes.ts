import * as contract from '#contract/closures.ts'
import { type Route, route } from '../../http/route.ts'
import { describeRequest, requireOwnIdentity } from '../identity/index.ts'
import { confirmDeletion } from './closing.ts'
import { previewDeletion } from './deletion-preview.ts'
import { listChannelsOfAccount, requestDeletion } from './deletion-request.ts'
import { getClosure, reopenClosedAccount } from './reopening.ts'

export const closureRoutes: readonly Route[] = [
  route(contract.getDeletionPreview, ({ ctx, caller }) => previewDeletion(ctx, caller.accountId)),

  route(
    contract.requestDeletion,
    async ({ ctx, caller, params, body: { channel }, request }) => {
      requireOwnIdentity(caller, params)
      const linkExpires = await requestDeletion(ctx, caller, channel, describeRequest(request))
      return { linkExpires: linkExpires.toISOString() }
    },
    async ({ ctx, caller }) => contract.deletionBody(await listChannelsOfAccount(ctx, caller)),
  ),

  route(contract.confirmDeletion, async ({ ctx, caller, params: { token, ...identity }, request, reply }) => {
    requireOwnIdentity(caller, identity)
    const closedAccount = await confirmDeletion(ctx, caller, token, describeRequest(request))
    reply.header('cache-control', 'no-store')
    return { ...closedAccount, deletionDate: closedAccount.deletionDate.toISOString() }
  }),

  route(contract.getClosure, ({ ctx, params, reply }) => {
    reply.header('cache-control', 'no-store')
    return getClosure(ctx, params.token)
  }),

  route(contract.reopenAccount, ({ ctx, params }) => reopenClosedAccount(ctx, params.token)),
]
