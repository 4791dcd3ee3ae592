import { findState, isFailure } from './order-status.ts'
import type { Order, OrderedProduct } from './orders.ts'

/** Days from the first to the last, YYYY-MM-DD, both included: as those in which products arrive. */
export interface DayRange {
  from: string
  to: string
}

/** How far the products of an order have come that did not fail. */
export interface Delivery {
  /** When what is not sent yet arrives, first to last day; absent while no day of it is known. */
  waiting?: DayRange | undefined
  /** When that was promised at first, if it was another time. */
  promised?: DayRange | undefined
  /** When each product arrives that was sent and is not delivered yet. */
  underway: readonly DayRange[]
  /** Products that are together on their way, delivered or waiting, in the order of their days. */
  groups: readonly DeliveryGroup[]
  isSent: boolean
  /** Some is sent, some is not. */
  isPartlySent: boolean
  isDelivered: boolean
  /** When the last parcel was sent. */
  sentAt?: string | undefined
  /** When the last parcel was delivered, and to whom. */
  deliveredAt?: string | undefined
  deliveredTo?: string | undefined
}

export interface DeliveryGroup {
  productCodes: string[]
  state: 'waiting' | 'underway' | 'delivered'
  arriving?: DayRange | undefined
  /** When that was promised at first, if it was another time. */
  promised?: DayRange | undefined
}

/** Summarizes what is known about the delivery of an order's products. */
export function summarizeDelivery(order: DeliveryFacts): Delivery {
  const products = order.products
    .filter(({ status }) => !isFailure(findState(status)))
    .map(product => locateProduct(order, product))
  const waiting = products.filter(({ state }) => state === 'waiting')
  const underway = products.filter(({ state }) => state === 'underway')
  const isSent = products.length > 0 && waiting.length === 0
  const isDelivered = isSent && underway.length === 0
  const lastParcel = findLatest(order.parcels, ({ shippedAt }) => shippedAt)
  const lastDelivery = findLatest(order.parcels, ({ deliveredAt }) => deliveredAt)
  return {
    waiting: joinRanges(waiting.map(({ arriving }) => arriving)),
    promised: waiting.some(({ promised }) => promised)
      ? joinRanges(waiting.map(({ promised, arriving }) => promised ?? arriving))
      : undefined,
    underway: underway.flatMap(({ arriving }) => arriving ?? []),
    groups: groupProducts(products),
    isSent,
    isPartlySent: waiting.length > 0 && waiting.length < products.length,
    isDelivered,
    sentAt: lastParcel?.shippedAt,
    deliveredAt: isDelivered ? lastDelivery?.deliveredAt : undefined,
    deliveredTo: isDelivered ? lastDelivery?.deliveredTo : undefined,
  }
}

/** Returns when all of an order arrives that is not delivered, first to last day. */
export function findArrival(order: DeliveryFacts): DayRange | undefined {
  const { waiting, underway } = summarizeDelivery(order)
  return joinRanges([waiting, ...underway])
}

export type DeliveryFacts = Pick<Order, 'parcels' | 'deliveryDates'> & {
  products: readonly Pick<OrderedProduct, 'code' | 'status'>[]
}

/** Days after the last promised one, or after sending, until a parcel counts as late; then the order is over. */
export const LATE_DAYS = 30

/** Whether a parcel of the order is on its way at `now`, in milliseconds since 1970, also of one that was cancelled since. */
export const hasParcelUnderway = ({ parcels }: Pick<Order, 'parcels'>, now: number): boolean =>
  parcels.some(
    ({ shippedAt, deliveredAt }) =>
      deliveredAt === undefined && now - Date.parse(shippedAt) < LATE_DAYS * 86_400_000,
  )

/** Counts the days from one day to another, YYYY-MM-DD; negative if the other is before. */
export const countDaysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

/** Joins windows to one from the first day to the last; undefined for none. */
export function joinRanges(ranges: readonly (DayRange | undefined)[]): DayRange | undefined {
  const known = ranges.filter(range => range !== undefined)
  const from = known.map(range => range.from).sort()[0]
  const to = known
    .map(range => range.to)
    .sort()
    .at(-1)
  return from === undefined || to === undefined ? undefined : { from, to }
}

interface LocatedProduct extends Omit<DeliveryGroup, 'productCodes'> {
  code: string
}

/** Returns where a product is and when it arrives: the days of its undelivered parcels, or before it is sent its delivery dates. */
export function locateProduct(
  order: Pick<DeliveryFacts, 'parcels' | 'deliveryDates'>,
  { code, status }: DeliveryFacts['products'][number],
): LocatedProduct {
  const own = order.parcels.filter(({ productCodes }) => productCodes.includes(code))
  const open = own.filter(({ deliveredAt }) => deliveredAt === undefined)
  const isSent = findState(status) === 'sent' || own.length > 0
  const isDelivered = own.length > 0 && open.length === 0
  const dates = findDates(order, code)
  return {
    code,
    state: isDelivered ? 'delivered' : isSent ? 'underway' : 'waiting',
    arriving:
      own.length > 0
        ? joinRanges(open.map(parcel => findParcelArrival(order, parcel)))
        : dates && { from: dates.from, to: dates.to },
    promised: dates?.promised,
  }
}

/**
 * Returns when a parcel arrives: the carrier's days, or else the delivery dates of its products. Undefined once it is delivered or ready
 * for pick-up.
 */
export function findParcelArrival(
  order: Pick<Order, 'deliveryDates'>,
  { expectedFrom, expectedTo, deliveredAt, pickupReadyAt, productCodes }: Order['parcels'][number],
): DayRange | undefined {
  if (deliveredAt !== undefined || pickupReadyAt !== undefined) return undefined
  return expectedTo === undefined
    ? joinRanges(productCodes.map(code => findDates(order, code)))
    : { from: expectedFrom ?? expectedTo, to: expectedTo }
}

const findDates = ({ deliveryDates }: Pick<Order, 'deliveryDates'>, code: string) =>
  deliveryDates?.find(({ productCodes }) => productCodes.length === 0 || productCodes.includes(code))

/** Groups products that are in the same state and arrive at the same time. */
function groupProducts(products: readonly LocatedProduct[]): DeliveryGroup[] {
  const groups = new Map<string, DeliveryGroup>()
  for (const { code, state, arriving, promised } of products) {
    const key = JSON.stringify([state, arriving, promised])
    const group = groups.get(key) ?? { productCodes: [], state, arriving, promised }
    group.productCodes.push(code)
    groups.set(key, group)
  }
  return [...groups.values()].sort(
    (a, b) =>
      STATE_ORDER.indexOf(a.state) - STATE_ORDER.indexOf(b.state) ||
      (a.arriving?.to ?? '9').localeCompare(b.arriving?.to ?? '9'),
  )
}

const STATE_ORDER: readonly DeliveryGroup['state'][] = ['delivered', 'underway', 'waiting']

function findLatest<T>(items: readonly T[], getInstant: (item: T) => string | undefined): T | undefined {
  const time = (item: T) => Date.parse(getInstant(item) ?? '')
  return items.filter(item => getInstant(item) !== undefined).toSorted((a, b) => time(b) - time(a))[0]
}
