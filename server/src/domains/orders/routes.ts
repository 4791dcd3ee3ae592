import { putOrder } from '#contract/orders.ts'
import { route } from '../../http/route.ts'
import { keepOrder } from './orders.ts'

export const orderRoutes = [
  route(putOrder, ({ ctx, params, body, request }) => keepOrder(ctx, params.code, body, request.service!)),
]
