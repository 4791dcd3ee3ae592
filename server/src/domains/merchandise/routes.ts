import { queryMerchandise } from '#contract/merchandise.ts'
import { putChannel } from '#contract/retailer-merchandise.ts'
import { type Route, route } from '../../http/route.ts'
import { upsertChannel } from './channels.ts'
import { executeQuery } from './execute-query.ts'

export const merchandiseRoutes: readonly Route[] = [
  route(putChannel, ({ ctx, params, body }) => upsertChannel(ctx, params.id, body)),
  route(queryMerchandise, ({ ctx, caller, body }) => executeQuery(ctx, caller.accountId, body)),
]
