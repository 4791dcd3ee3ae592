import type { FastifyInstance } from 'fastify'
import type { AddressRefusal } from '#contract/address-change.ts'
import type { CancellationRefusal } from '#contract/cancellation.ts'
import { cancelRetailerOrder } from '#contract/retailer-calls/cancellation.ts'
import { changeDeliveryAddress } from '#contract/retailer-calls/delivery-address.ts'
import type { Shop } from '../context.ts'
import { answerCall, CallRefused } from '../keepsake-calls/answer-call.ts'
import { cancel } from './lifecycle.ts'
import { addRefund } from './money.ts'
import { addVersion, type CustomerRequest, type Order } from './order.ts'

type Kind = CustomerRequest['kind']
type Reason = NonNullable<CustomerRequest['reason']>

/**
 * Mounts Keepsake's calls for another delivery address and for the cancellation of an order. Stores each request, refused
 * if it is too late; fulfilment decides the others.
 */
export function mountRequests(app: FastifyInstance, shop: Shop): void {
  answerCall(app, shop, changeDeliveryAddress, async ({ params, body: { changeId, address } }) => {
    receive(shop, params.code, { kind: 'address', id: changeId, address })
    return { changeId }
  })
  answerCall(app, shop, cancelRetailerOrder, async ({ params, body: { cancellationId } }) => {
    receive(shop, params.code, { kind: 'cancellation', id: cancellationId })
    return { cancellationId }
  })
}

type NewRequest = Pick<CustomerRequest, 'kind' | 'id' | 'address'>

/** Stores a request, unless it is known: it may be sent again. Throws the reason of one that is refused. */
function receive({ orders, now }: Shop, code: string, request: NewRequest): void {
  const findRequest = ({ requests = [] }: Order) => requests.find(({ id }) => id === request.id)
  const { kind, address } = request
  const order = orders.change(code, before => {
    if (findRequest(before)) return before
    const reason = findReceivedRequest(before, kind) ? 'other' : RULES[kind].findRefusal(before, address)
    const state = reason ? ('refused' as const) : ('received' as const)
    const added = { ...request, receivedAt: now().toISOString(), state, reason }
    return { ...before, requests: [...(before.requests ?? []), added] }
  })
  const received = order && findRequest(order)
  if (!received) throw new CallRefused()
  if (received.state === 'refused') throw new CallRefused(received.reason)
}

/** The request of a kind that is to be decided. */
export const findReceivedRequest = ({ requests = [] }: Order, kind: Kind): CustomerRequest | undefined =>
  requests.find(each => each.kind === kind && each.state === 'received')

/**
 * Does what was requested, or refuses it: when it is too late, or although it is in time, as an order system may. The new version of
 * the order contains the decision. Like a step of fulfilment it is one change of the order's file, so that it happens before
 * production or not at all.
 */
export function decideRequest(order: Order, kind: Kind, now: Date, wish: 'accept' | 'refuse'): Order {
  const request = findReceivedRequest(order, kind)
  if (!request) return order
  const { findRefusal, ownReason, accept, refuse } = RULES[kind]
  const reason = findRefusal(order, request.address) ?? (wish === 'refuse' ? ownReason : undefined)
  const decided: CustomerRequest = { ...request, state: reason ? 'refused' : 'accepted', reason }
  const requests = order.requests?.map(each => (each === request ? decided : each))
  return reason
    ? refuse({ ...order, requests }, request.id, reason, now)
    : accept({ ...order, requests }, request, now)
}

interface Rules {
  /** Why the order cannot be changed. */
  findRefusal(order: Order, address: CustomerRequest['address']): Reason | undefined
  /** Why back office refuses what is in time. */
  ownReason: Reason
  accept(order: Order, request: CustomerRequest, now: Date): Order
  refuse(order: Order, id: string, reason: Reason, now: Date): Order
}

const RULES: Record<Kind, Rules> = {
  address: {
    findRefusal({ step, state }, address) {
      if (state.status === 'Cancelled') return 'cancelled'
      if (step !== 'Received' && step !== 'Confirmed') return 'in-production'
      // The country must stay the same.
      const isPossible =
        state.deliveryAddress?.type === 'Home' && state.deliveryAddress.countryCode === address?.countryCode
      return isPossible ? undefined : 'not-deliverable'
    },
    ownReason: 'not-deliverable',
    accept: (order, { id, address }, now) =>
      addVersion(order, now, {
        deliveryAddress: { type: 'Home', ...address! },
        addressChange: { changeId: id, state: 'applied' },
      }),
    refuse: (order, changeId, reason, now) =>
      addVersion(order, now, {
        addressChange: { changeId, state: 'refused', reason: reason as AddressRefusal },
      }),
  },
  cancellation: {
    findRefusal({ step, state }) {
      if (state.status === 'Cancelled') return 'cancelled'
      if (step === 'Dispatched') return 'sent'
      return step === 'Received' || step === 'Confirmed' ? undefined : 'in-production'
    },
    ownReason: 'other',
    // A paid order is refunded in the same version.
    accept(order, { id }, now) {
      const amount = order.state.total?.amount ?? 0
      const refunds = addRefund(order, { amount, state: 'paid', reason: 'cancellation' }, now)
      const cancelled = cancel(order, now)
      const cancellation = { cancellationId: id, state: 'accepted' as const }
      const state = { ...cancelled.state, cancelUntil: undefined, cancellation, ...(refunds && { refunds }) }
      return { ...cancelled, state }
    },
    refuse: (order, cancellationId, reason, now) =>
      addVersion(order, now, {
        cancellation: { cancellationId, state: 'refused', reason: reason as CancellationRefusal },
      }),
  },
}
