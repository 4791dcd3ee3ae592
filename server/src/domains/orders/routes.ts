import { putOrder } from '#contract/orders.ts'
import { route } from '../../http/route.ts'
import { upsertOrder } from './orders.ts'

export const orderRoutes = [
  route(putOrder, ({ ctx, params, body, request }) => upsertOrder(ctx, params.code, body, request.service!)),
]
