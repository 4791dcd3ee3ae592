import { queryMerchandise } from '#contract/merchandise.ts'
import { getRetailerChannel, getRetailerChannels, putChannel } from '#contract/retailer-merchandise.ts'
import { defineDomain } from '../../domain.ts'
import { type Route, route } from '../../http/route.ts'
import { receiveSubmission } from '../../http/submission.ts'
import { answerState, answerStates } from '../services/index.ts'
import { upsertChannel } from './channels.ts'
import { merchandiseTables } from './tables.ts'

const merchandiseRoutes: readonly Route[] = [
  route(putChannel, call => {
    const { ctx, params, body } = call
    const reference = { kind: 'channels', key: params.id }
    return receiveSubmission(call, reference, sent => upsertChannel(ctx, params.id, body, sent))
  }),
  route(getRetailerChannel, call => answerState(call, 'channels', call.params.id)),
  route(getRetailerChannels, call => answerStates(call, 'channels')),
  route(queryMerchandise, async ({ ctx, caller, body }) => {
    // Loaded at its first use: GraphQL is 600 modules, which no other call needs.
    const { executeQuery } = await import('./execute-query.ts')
    return executeQuery(ctx, caller.accountId, body)
  }),
]

/** The retailer's sales channels with their assortments. */
export const merchandise = defineDomain({
  name: 'merchandise',
  dependsOn: ['services'],
  tables: merchandiseTables,
  routes: merchandiseRoutes,
})
