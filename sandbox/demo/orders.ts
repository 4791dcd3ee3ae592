import type { RetailerAnswer, RetailerInput } from '#contract/retailer-calls/retailer-call.ts'
import { placeDemoOrder } from '#sandbox/demo-calls/demo-calls.ts'
import type { Context } from '#server/context.ts'
import { getBrandById } from '#server/domains/brands/index.ts'
import type { Customer } from '#server/domains/customers/index.ts'
import { DEMO_ADDRESSES, STUDIO_ADDRESS } from './addresses.ts'
import { DEMO_SIGN_INS, findDemoCustomer } from './customers.ts'
import { isStepDone, markStepDone } from './marks.ts'
import { type DemoPhoto, listNewestPhotos, rotate } from './newest-photos.ts'
import { DEMO_ORDERS, type PlannedContent, type PlannedOrder, planStudioOrders } from './order-plans.ts'
import { seedDemoRequests } from './order-requests.ts'
import { subtract } from './past.ts'

/** Number of ordered photos of a library, the newest ones. */
const PHOTOS = 60
/** Number of photos of one size in an order of prints. */
const PRINTED_PHOTOS = 12
const CONCURRENCY = 8

/**
 * Places the orders of the demo's consumer and business in the stand-in shop, which sends them like all others, once.
 * Its customer reports problems and withdraws from a contract. Resumes after an interrupted start, or one without the shop. `sendInvoices` receives those of the business.
 */
export async function seedDemoOrders(
  ctx: Context,
  sendInvoices?: (ctx: Context, studio: Customer, orders: readonly PlacedOrder[]) => Promise<void>,
): Promise<void> {
  if (isStepDone(ctx, 'orders') || !ctx.config.retailer) return
  const [demo, studio] = await Promise.all(
    [DEMO_SIGN_INS[0], DEMO_SIGN_INS[2]].map(email => findDemoCustomer(ctx, email)),
  )
  const demoOrders = demo ? await createOrders(ctx, demo, DEMO_ORDERS) : []
  const studioOrders = studio ? await createOrders(ctx, studio, planStudioOrders()) : []
  const placedOrders = await placeOrders(ctx, [...demoOrders, ...studioOrders])
  if (demo)
    await seedDemoRequests(
      ctx,
      demo,
      DEMO_ORDERS,
      demoOrders.map(order => placedOrders.get(order)!.code),
    )
  const placedStudioOrders = studioOrders.map(order => placedOrders.get(order)!)
  if (studio) await sendInvoices?.(ctx, studio, placedStudioOrders)
  await markStepDone(ctx, 'orders')
}

type DemoOrder = RetailerInput<typeof placeDemoOrder>
type PlacedOrder = RetailerAnswer<typeof placeDemoOrder>

/** The shop's answers by order. */
async function placeOrders({ retailer }: Context, orders: DemoOrder[]): Promise<Map<DemoOrder, PlacedOrder>> {
  const placedOrders = new Map<DemoOrder, PlacedOrder>()
  const waiting = [...orders]
  const placeNext = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      placedOrders.set(next, await retailer.call(placeDemoOrder, next))
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, placeNext))
  return placedOrders
}

/** Creates the planned orders of a customer; none without photos. */
async function createOrders(
  ctx: Context,
  customer: Customer,
  plans: readonly PlannedOrder[],
): Promise<DemoOrder[]> {
  const photos = await listNewestPhotos(ctx, customer.account_id, PHOTOS)
  if (photos.length === 0) return []
  const now = ctx.clock.now()
  return plans.map(({ key, daysAgo, status, content, scene, isVoucherUsed, ...to }, index) => {
    // Each order starts at another photo.
    const available = rotate(photos, index * 5)
    return {
      params: { key: `${customer.account_id}-${key}` },
      body: {
        accountId: customer.account_id,
        channel: getBrandById(customer.brand_id).channel,
        placedAt: subtract(now, { days: daysAgo }).toISOString(),
        status,
        scene,
        isVoucherUsed,
        deliveryAddress: selectAddress(customer, to),
        ...selectContent(content, available),
      },
    }
  })
}

function selectContent(
  content: PlannedContent,
  available: readonly DemoPhoto[],
): Pick<DemoOrder['body'], 'photos' | 'product'> {
  if ('product' in content) {
    const { photos, ...product } = content.product
    const productPhotos = available.slice(0, photos)
    return { photos: productPhotos.map(photo => ({ ...photo, size: PRINT, quantity: 1 })), product }
  }
  if ('frames' in content) {
    const product = { article: 'FRAME-OAK-30X40', title: FRAME_TITLE, quantity: content.frames }
    if (!content.prints) return { photos: [{ ...available[0]!, size: PRINT, quantity: 1 }], product }
    const { photos } = selectContent({ prints: content.prints }, available)
    return { photos, product: { ...product, withPrints: true } }
  }
  // Each photo is printed in one size.
  const photosPerSize = Math.min(PRINTED_PHOTOS, Math.ceil(available.length / content.prints.length))
  return {
    photos: content.prints.flatMap(({ size, quantity }, place) => {
      const printedPhotos = available
        .slice(place * photosPerSize, (place + 1) * photosPerSize)
        .slice(0, quantity)
      return printedPhotos.map((photo, index) => ({
        ...photo,
        size,
        // The first sizes get the remaining photos.
        quantity:
          Math.floor(quantity / printedPhotos.length) + (index < quantity % printedPhotos.length ? 1 : 0),
      }))
    }),
  }
}

/** The frame's name in the shop. */
const FRAME_TITLE = 'Oak frame 30 × 40 cm'

/** The print size of photos in a product. */
const PRINT = 'PRINT-10X15-GLOSSY'

function selectAddress(
  { business }: Customer,
  { pickup, abroad }: Pick<PlannedOrder, 'pickup' | 'abroad'>,
): DemoOrder['body']['deliveryAddress'] {
  if (business) return { type: 'Home', ...STUDIO_ADDRESS }
  const [home, , german] = DEMO_ADDRESSES
  if (abroad) return { type: 'Home', ...german! }
  if (!pickup) return { type: 'Home', ...home! }
  const { firstName, lastName, countryCode, phoneNumber } = home!
  return {
    type: 'PickupPoint',
    pickupPointName: 'Rosemary Corner Shop',
    ...{ firstName, lastName, countryCode, phoneNumber },
    ...{ street: 'Rosemary Lane', streetNumber: '3', postalCode: 'BS6 5AD', city: 'Bristol' },
  }
}
