import { z } from 'zod'
import { CANCELLATION_REASONS } from './cancellation.ts'
import { homeAddressInput } from './delivery-address.ts'
import { endpoint } from './endpoint.ts'
import { idInput } from './id.ts'
import { order } from './orders.ts'
import { orderCode } from './retailer-orders.ts'

// Calls that change an order; apart from those that read orders, so that lists do not load them.
export const putDeliveryAddress = endpoint('PUT', 'orders', '/v1/superorders/:code/deliveryAddress', {
  policy: 'customer',
  summary:
    'Requests another delivery address for the caller’s order (AA-078); the same address again changes nothing. 409 has a reason (contract/address-change.ts)',
  params: z.object({ code: orderCode }),
  body: homeAddressInput,
  answer: order,
  status: 202,
  continues: 'address-change',
  errors: ['not-found', 'conflict'],
})

export const cancelOrder = endpoint('POST', 'orders', '/v1/superorders/:code/cancellation', {
  policy: 'customer',
  summary:
    'Requests that the caller’s order is cancelled (NX-119); while a cancellation is open, a further one is the same. 409 has a reason (contract/cancellation.ts)',
  params: z.object({ code: orderCode }),
  body: z.object({ cancellationId: idInput, reason: z.enum(CANCELLATION_REASONS).optional() }),
  answer: order,
  status: 202,
  continues: 'cancellation',
  errors: ['not-found', 'conflict'],
})
