import { TZDate } from '@date-fns/tz'
import { addDays } from 'date-fns/addDays'
import { formatISO } from 'date-fns/formatISO'
import { getChannelBrand } from '../brand-page.ts'
import { getTexts } from '../texts/texts.ts'
import { addVersion, deriveLetters, type Order } from './order.ts'

/*
 * Parcels of an order on their way. Like the transitions of the lifecycle, each function returns the same order when it is not
 * possible in its state.
 */

type Parcel = Order['state']['parcels'][number]

/** To whom the carrier says that it gave a parcel. */
export type Recipient = 'door' | 'neighbour' | 'picked-up'

const CARRIER = 'Postline'
/** Days until the carrier brings what was sent before the others. */
const FIRST_DAYS = [2, 3]
/** Days for which a pick-up point keeps a parcel. */
const PICKUP_DAYS = 7

/** Puts products into a parcel that leaves now. */
export function createParcel(
  { code, state }: Order,
  productCodes: string[],
  now: Date,
  origin: string,
): Parcel {
  const place = state.parcels.length
  const number = `PL${deriveLetters(`parcel:${code}${place > 0 ? `:${place}` : ''}`)}`
  return {
    number,
    carrier: CARRIER,
    trackingUrl: `${origin}/tracking/${number}`,
    shippedAt: now.toISOString(),
    productCodes,
  }
}

/** Lists the products that are in no parcel yet. */
export const listUnsent = ({ products, parcels }: Order['state']): string[] =>
  products
    .map(({ code }) => code)
    .filter(code => !parcels.some(({ productCodes }) => productCodes.includes(code)))

/** Sends the first product of an order in production before the others. */
export function sendFirst(order: Order, now: Date, origin: string): Order {
  const [first, ...rest] = listUnsent(order.state)
  const isPossible = order.step === 'ProductionStarted' || order.step === 'ProductionCompleted'
  if (!isPossible || first === undefined || rest.length === 0 || isEnded(order)) return order
  const [expectedFrom, expectedTo] = FIRST_DAYS.map(days => formatDay(order, now, days))
  const parcel = { ...createParcel(order, [first], now, origin), expectedFrom, expectedTo }
  return addVersion(order, now, { parcels: [...order.state.parcels, parcel] })
}

/** Delivers all parcels that are under way; none earlier than it was sent. */
export function deliver(
  order: Order,
  now: Date,
  { at = now, to }: { at?: Date; to?: Recipient } = {},
): Order {
  const recipient = to ?? (isPickedUp(order) ? 'picked-up' : 'door')
  const deliveredTo = getTexts(getChannelBrand(order.channel)).text(`delivered.${recipient}`)
  return changeUnderway(order, now, parcel => ({
    ...parcel,
    deliveredAt: (at < new Date(parcel.shippedAt) ? new Date(parcel.shippedAt) : at).toISOString(),
    deliveredTo,
  }))
}

/** Delivers the parcels that are under way, or has them ready at the pick-up point, as the carrier does. */
export function arrive(order: Order, now: Date, at = now): Order {
  return isPickedUp(order) ? makeReady(order, now, at) : deliver(order, now, { at })
}

/** Has the parcels ready at the pick-up point. */
export function makeReady(order: Order, now: Date, at = now): Order {
  return changeUnderway(order, now, parcel =>
    parcel.pickupReadyAt
      ? parcel
      : {
          ...parcel,
          pickupReadyAt: at.toISOString(),
          pickupUntil: addDays(at, PICKUP_DAYS).toISOString(),
          pickupCode: deriveLetters(`pickup:${parcel.number}`).slice(0, 6),
        },
  )
}

/** Loses the parcels that are under way: they should have arrived some days ago, and do not until they are delivered by hand. */
export function lose(order: Order, now: Date, daysAgo: number): Order {
  const day = formatDay(order, now, -daysAgo)
  const lost = changeUnderway(order, now, parcel => ({ ...parcel, expectedFrom: day, expectedTo: day }))
  return lost === order ? order : { ...lost, held: true }
}

/** When the carrier brings what is under way, `paces` after it left; undefined when nothing is, or it was lost. */
export function getArrivalTime(order: Order, { paceSeconds }: { paceSeconds: number }): number | undefined {
  if (order.held || paceSeconds === 0 || order.step !== 'Dispatched' || isEnded(order)) return undefined
  const underway = order.state.parcels.filter(each => isUnderway(each) && !each.pickupReadyAt)
  if (underway.length === 0) return undefined
  const sentAt = Math.max(...underway.map(({ shippedAt }) => Date.parse(shippedAt)))
  return sentAt + ARRIVAL_PACES * paceSeconds * 1000
}

/** Paces after which the carrier brings a parcel. */
const ARRIVAL_PACES = 2

/** Says on which days all products arrive, counted from now in the brand's time zone. */
export function setDeliveryDates(order: Order, now: Date, days: { from: number; to: number }): Order {
  const productCodes = order.state.products.map(product => product.code)
  return {
    ...order,
    deliveryDates: {
      version: (order.deliveryDates?.version ?? 0) + 1,
      dates: [{ from: formatDay(order, now, days.from), to: formatDay(order, now, days.to), productCodes }],
    },
  }
}

/** The day in the time zone of the channel's brand, some days from now. */
export function formatDay({ channel }: Pick<Order, 'channel'>, now: Date, days = 0): string {
  const { timeZone } = getChannelBrand(channel)
  return formatISO(addDays(new TZDate(now, timeZone), days), { representation: 'date' })
}

function changeUnderway(order: Order, now: Date, change: (parcel: Parcel) => Parcel): Order {
  if (isEnded(order)) return order
  const parcels = order.state.parcels.map(parcel => (isUnderway(parcel) ? change(parcel) : parcel))
  const isChanged = parcels.some((parcel, index) => parcel !== order.state.parcels[index])
  return isChanged ? addVersion(order, now, { parcels }) : order
}

const isUnderway = ({ deliveredAt }: Parcel) => deliveredAt === undefined
const isEnded = ({ state }: Order) => state.status === 'Cancelled'
const isPickedUp = ({ state }: Order) => state.deliveryAddress?.type === 'PickupPoint'
