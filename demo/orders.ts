import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type OrderState, type OrderStatus, STATES_OF_STATUSES } from '#contract/order-status.ts'
import type { RetailerOrder } from '#contract/retailer-orders.ts'
import type { Context } from '#server/context.ts'
import type { Customer } from '#server/domains/customers/index.ts'
import { findOrder, upsertOrder } from '#server/domains/orders/index.ts'
import { selectPhotoSortValues } from '#server/domains/photos/index.ts'
import { DEMO_ADDRESSES, STUDIO_ADDRESS } from './addresses.ts'
import { DEMO_SIGN_INS, findDemoCustomer } from './customers.ts'
import { DEMO_ORDERS, type PlannedOrder, planStudioOrders } from './order-plans.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Photos of a library that show its orders. */
const PICTURES = 60
const DELIVERY_COST = 395

/**
 * Sends the orders of the demo's consumer and business as a retailer's order system does; at later starts nothing. An
 * interrupted start leaves a part of them, which the next one completes.
 */
export async function seedDemoOrders(ctx: Context): Promise<void> {
  const done = join(ctx.config.dataDir, 'demo-orders')
  if (existsSync(done)) return
  const [demo, studio] = await Promise.all(
    [DEMO_SIGN_INS[0], DEMO_SIGN_INS[2]].map(email => findDemoCustomer(ctx, email)),
  )
  if (demo) await sendOrders(ctx, demo, DEMO_ORDERS)
  if (studio) await sendOrders(ctx, studio, planStudioOrders())
  await writeFile(done, '')
}

async function sendOrders(ctx: Context, customer: Customer, orders: readonly PlannedOrder[]): Promise<void> {
  const photos = await newestPhotos(ctx, customer.account_id)
  for (const [index, order] of orders.entries()) {
    if (await findOrder(ctx.db, customer.account_id, order.code)) continue
    const picture = (place: number) => photos[(index * 5 + place * 3) % photos.length]
    await upsertOrder(ctx, order.code, orderOf(ctx, customer, order, picture), 'demo')
  }
}

async function newestPhotos({ db }: Context, accountId: string): Promise<string[]> {
  const rows = await selectPhotoSortValues(db)
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .orderBy('taken_sort', 'desc')
    .orderBy('photo_id')
    .limit(PICTURES)
    .execute()
  return rows.map(row => row.photo_id)
}

function orderOf(
  { clock }: Context,
  customer: Customer,
  { code, daysAgo, status, pickup, abroad, products }: PlannedOrder,
  picture: (place: number) => string | undefined,
): RetailerOrder {
  const placedAt = clock.now().getTime() - daysAgo * DAY
  const history = historyOf(status).map(([step, hours]) => ({
    status: step,
    at: isoAt(placedAt + hours * HOUR),
  }))
  const codes = products.map((_, place) => `${code}-0${place + 1}`)
  const changed = history.at(-1)!.at
  return {
    version: history.length,
    accountId: customer.account_id,
    createdAt: isoAt(placedAt),
    status,
    history,
    source: customer.business ? 'Studio Desk' : 'Resnap',
    products: products.map((product, place) => ({
      ...product,
      code: codes[place]!,
      history: [],
      paymentChangedDate: changed,
      photoId: picture(place),
    })),
    parcels:
      status === 'Dispatched' || status === 'shipped'
        ? [
            {
              number: `PL${code.replace(/\D/g, '')}GB`,
              carrier: 'Postline',
              shippedAt: changed,
              productCodes: codes,
            },
          ]
        : [],
    deliveryAddress: addressOf(customer, { pickup, abroad }),
    total: { amount: DELIVERY_COST + products.reduce((sum, { price }) => sum + price, 0), currency: 'GBP' },
    deliveryCost: DELIVERY_COST,
    // The stand-in shop has not made these orders: it could not change where they go.
    addressChangeUntil: isoAt(placedAt + HOUR),
  }
}

function addressOf(
  { business }: Customer,
  { pickup, abroad }: Pick<PlannedOrder, 'pickup' | 'abroad'>,
): NonNullable<RetailerOrder['deliveryAddress']> {
  if (business) return { type: 'Home', ...STUDIO_ADDRESS }
  const [home, , german] = DEMO_ADDRESSES
  if (abroad) return { type: 'Home', ...german! }
  if (!pickup) return { type: 'Home', ...home! }
  const { firstName, lastName, countryCode, phoneNumber } = home!
  return {
    type: 'PickupPoint',
    pickupPointName: 'Postline point, The Corner Shop',
    ...{ firstName, lastName, countryCode, phoneNumber },
    ...{ street: 'Cotham Hill', streetNumber: '2', postalCode: 'BS6 6LA', city: 'Bristol' },
  }
}

/** The steps to a status with the hours after the order was placed. */
function historyOf(status: OrderStatus): [OrderStatus, number][] {
  const at = STEPS.findIndex(([step]) => step === status)
  if (at >= 0) return STEPS.slice(0, at + 1)
  const before = STEPS.slice(0, STEPS_BEFORE[STATES_OF_STATUSES[status]])
  return [...before, [status, before.at(-1)![1] + 2]]
}

/** How many steps came before a status that is none of them. */
const STEPS_BEFORE: Record<OrderState, number> = {
  'awaiting-payment': 1,
  'payment-failed': 1,
  'verification-failed': 1,
  'processing-failed': 2,
  rejected: 2,
  ordered: 2,
  cancelled: 3,
  'in-production': 3,
  sent: 4,
}

const STEPS: [OrderStatus, number][] = [
  ['Received', 0],
  ['Confirmed', 0.1],
  ['ProductionStarted', 9],
  ['ProductionCompleted', 31],
  ['Dispatched', 47],
]

const isoAt = (milliseconds: number) => new Date(milliseconds).toISOString()
