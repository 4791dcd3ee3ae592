import { Readable } from 'node:stream'
import type { RetailerAnswer, RetailerInput } from '#contract/retailer-calls/retailer-call.ts'
import { placeDemoOrder } from '#sandbox/demo-calls/demo-calls.ts'
import type { Context } from '#server/context.ts'
import { getBrandById } from '#server/domains/brands/index.ts'
import { submitComplaint } from '#server/domains/complaints/index.ts'
import type { Customer } from '#server/domains/customers/index.ts'
import { findOrder } from '#server/domains/orders/index.ts'
import { listOrders } from '#server/domains/orders/store.ts'
import { withdraw } from '#server/domains/withdrawals/withdraw.ts'
import { listPickupPoints } from '../shop/delivery-form.ts'
import { deriveUuid } from '../shop/projects/project.ts'
import { DEMO_ADDRESSES, OTHER_VENDORS_ADDRESSES, STUDIO_ADDRESS } from './addresses.ts'
import { OTHER_VENDORS } from './customers.ts'
import { type DemoPhoto, listNewestPhotos, rotate } from './newest-photos.ts'
import { DEMO_ORDERS, type PlannedOrder, planStudioOrders } from './order-plans.ts'
import { atTime, createStep, subtract } from './steps.ts'

/** Number of ordered photos of a library, the newest ones. */
const PHOTOS = 60
/** Number of photos of one size in an order of prints. */
const PRINTED_PHOTOS = 12
const CONCURRENCY = 8

/**
 * Places the orders of the demo's consumer and business in the stand-in shop, which sends them like all others, once; a few
 * of the consumer's at each other vendor too. The consumer reports problems and withdraws from a contract. Resumes after an
 * interrupted start, or one without the shop. `sendInvoices` receives those of the business.
 */
export async function seedDemoOrders(
  ctx: Context,
  sendInvoices: (ctx: Context, customer: Customer, orders: PlacedOrder[]) => Promise<void> = async () => {},
): Promise<void> {
  const seed = async (_: Context, customer: Customer) => {
    if (!ctx.config.retailer) return false
    const isElsewhere = OTHER_VENDORS.some(({ id }) => id === customer.brand_id)
    const orders = isElsewhere ? DEMO_ORDERS.filter(({ isEverywhere }) => isEverywhere) : DEMO_ORDERS
    const plans = customer.business ? planStudioOrders() : orders
    // The shop's answers are in the sequence of the orders.
    const placedOrders: PlacedOrder[] = await Readable.from(await createOrders(ctx, customer, plans))
      .map((order: DemoOrder) => ctx.retailer.call(placeDemoOrder, order), { concurrency: CONCURRENCY })
      .toArray()
    if (customer.business) await sendInvoices(ctx, customer, placedOrders)
    else await sendRequests(ctx, customer, placedOrders, plans)
    return true
  }
  await createStep('orders', ['demo@keepsake.test', 'studio@keepsake.test'], seed)(ctx)
  const brandIds = OTHER_VENDORS.map(({ id }) => id)
  await createStep('orders-of-other-vendors', ['demo@keepsake.test'], seed, brandIds)(ctx)
}

type DemoOrder = RetailerInput<typeof placeDemoOrder>
type PlacedOrder = RetailerAnswer<typeof placeDemoOrder>

/** Creates the planned orders of a customer; none without photos. */
async function createOrders(
  ctx: Context,
  customer: Customer,
  plans: readonly PlannedOrder[],
): Promise<DemoOrder[]> {
  const photos = await listNewestPhotos(ctx, customer.account_id, PHOTOS)
  if (photos.length === 0) return []
  const now = ctx.clock.now()
  return plans.map((plan, index) => ({
    params: { key: `${customer.account_id}-${plan.key}` },
    body: {
      ...plan,
      accountId: customer.account_id,
      channel: getBrandById(customer.brand_id).channel,
      placedAt: subtract(now, { days: plan.daysAgo }).toISOString(),
      deliveryAddress: selectAddress(customer, plan),
      // Each order starts at another photo.
      photos: selectPhotos(plan, rotate(photos, index * 5)),
    },
  }))
}

/** The photos to print, or those in the product; a frame is shown by the first one. */
const selectPhotos = ({ prints, product }: PlannedOrder, available: readonly DemoPhoto[]) =>
  prints
    ? selectPrints(prints, available)
    : available.slice(0, product?.photos ?? 1).map(photo => ({ ...photo, size: SMALL, quantity: 1 }))

/** Each photo is printed in one size. */
function selectPrints(
  [small, large]: readonly [small: number, large: number],
  available: readonly DemoPhoto[],
): DemoOrder['body']['photos'] {
  const sizes = [
    { size: SMALL, quantity: small },
    { size: LARGE, quantity: large },
  ].filter(({ quantity }) => quantity > 0)
  const photosPerSize = Math.min(PRINTED_PHOTOS, Math.ceil(available.length / sizes.length))
  return sizes.flatMap(({ size, quantity }, place) => {
    const printedPhotos = available
      .slice(place * photosPerSize, (place + 1) * photosPerSize)
      .slice(0, quantity)
    return printedPhotos.map((photo, index) => ({
      ...photo,
      size,
      // The first photos get the remaining prints.
      quantity:
        Math.floor(quantity / printedPhotos.length) + (index < quantity % printedPhotos.length ? 1 : 0),
    }))
  })
}

/** The sizes of prints; photos in a product have the small one. */
const SMALL = 'PRINT-10X15-GLOSSY'
const LARGE = 'PRINT-20X30-GLOSSY'

function selectAddress(
  { business, brand_id: brandId }: Customer,
  { pickup, abroad }: PlannedOrder,
): DemoOrder['body']['deliveryAddress'] {
  if (business) return { type: 'Home', ...STUDIO_ADDRESS }
  const { country } = getBrandById(brandId)
  const other = OTHER_VENDORS_ADDRESSES.find(({ countryCode }) => countryCode === country)
  if (other) return { type: 'Home', ...other }
  const [home, , german] = DEMO_ADDRESSES
  if (abroad) return { type: 'Home', ...german! }
  if (!pickup) return { type: 'Home', ...home! }
  const { firstName, lastName, phoneNumber } = home!
  const { address } = listPickupPoints(country)[0]!
  return { type: 'PickupPoint', firstName, lastName, phoneNumber, ...address }
}

/** Days since the customer reported problems and withdrew. */
const SENT_DAYS = 2

/**
 * Has the demo's consumer report problems with orders, and withdraw from one, as planned; the stand-in shop answers.
 * Idempotent: each request has the same id and content at every start.
 */
async function sendRequests(
  ctx: Context,
  customer: Customer,
  placedOrders: readonly PlacedOrder[],
  plans: readonly PlannedOrder[],
): Promise<void> {
  const then = subtract(ctx.clock.now(), { days: SENT_DAYS })
  const { account_id: accountId, first_name, last_name, email } = customer
  for (const [index, { code: orderCode }] of placedOrders.entries()) {
    const { report, decision } = plans[index]!
    if (report)
      await submitComplaint(atTime(ctx, then), accountId, deriveUuid(`report:${orderCode}`), {
        orderCode,
        productCodes: [`${orderCode}-1`],
        ...report,
        wish: 'any',
        attachmentIds: [],
      })
    const order = decision === 'confirm' ? await findOrder(ctx.db, accountId, orderCode) : undefined
    if (!order) continue
    const withdrawalId = deriveUuid(`withdrawal:${orderCode}`)
    const productCodes = order.body.products.map(({ code }) => code)
    const input = { withdrawalId, orderCode, productCodes, name: `${first_name} ${last_name}`, email }
    await withdraw(atTime(ctx, then), accountId, input, then)
  }
}

/** Number of orders whose changes are listed; they include those of the past weeks. */
const CHANGED_ORDERS = 60

/** A change of an order. */
export interface OrderChange {
  code: string
  at: Date
}

/** Lists the changes of an account's newest orders, those of the newest order first. */
export async function listOrderChanges(
  { db }: Pick<Context, 'db'>,
  accountId: string,
): Promise<OrderChange[]> {
  const orders = await listOrders(db, accountId, { offset: 0, limit: CHANGED_ORDERS })
  return orders.flatMap(({ code, body }) =>
    (body.history ?? []).map(({ at }) => ({ code, at: new Date(at) })),
  )
}
