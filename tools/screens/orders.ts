import { SERVICES } from '#contract/endpoint.ts'
import { getPhotos } from '#contract/photos.ts'
import type { putOrder } from '#contract/retailer-orders.ts'
import { DEMO_ADDRESSES } from '#demo/addresses.ts'
import type { Client } from '#server/testing/client.ts'

type OrderBody = (typeof putOrder.body)['_zod']['input']
type Product = NonNullable<OrderBody['products']>[number]

const DAY = 86_400_000
const at = (days: number, hours = 0) => new Date(Date.now() - days * DAY + hours * 3_600_000).toISOString()

/**
 * Sends orders of the demo customer as the retailer does: one of several statuses, unpaid, in production, sent and
 * cancelled ones. Idempotent but for times, so that a data directory can be used again.
 */
export async function prepareOrders(origin: string, serviceToken: string, client: Client): Promise<void> {
  const { images } = await client.call(getPhotos)
  const send = async (path: string, body: object, service: keyof typeof SERVICES = 'orders') => {
    const answer = await fetch(`${origin}${SERVICES[service]}/retailer/${path}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${serviceToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ version: Math.floor(Date.now() / 1000), ...body }),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  }
  await send('campaigns/christmas', { orderBefore: at(-22), occasion: 'Christmas' })
  for (const [index, { code, products = [], ...order }] of ORDERS.entries())
    await send(`orders/${code}`, {
      accountId: client.accountId,
      source: 'Resnap',
      deliveryCost: 395,
      ...order,
      products: products.map((product, place) => ({
        code: `${code.slice(5)}-0${place + 1}`,
        article: 'BOOK',
        photoId: images[(index * 7 + place * 3) % images.length]?.imageId,
        ...product,
      })),
      deliveryAddress: { ...DEMO_ADDRESSES[0]!, ...order.deliveryAddress },
      total: {
        amount: 395 + products.reduce((sum, { price = 0 }) => sum + price, 0),
        currency: 'GBP',
      },
    })
  const day = (days: number) => at(days).slice(0, 10)
  const dates = [{ from: day(-4), to: day(-6), productCodes: ['2140-01', '2140-03'] }]
  await send('deliveryDates/4711-2140', { dates })
  await send(
    'widgets/2140-01',
    {
      accountId: client.accountId,
      orderCode: '4711-2140',
      title: 'Coast to coast',
      productName: 'Photo book',
      createdAt: at(2),
      pageSize: { width: 280, height: 280 },
      pages: [1, 1, 3, 2, 1, 4, 1].map((count, page) => ({
        pictures: Array.from({ length: count }, (_, place) => ({
          photoId: images[(page * 5 + place) % images.length]!.imageId,
        })),
        ...(page === 2 && { text: 'Day four: flat tyre, full moon.' }),
      })),
    },
    'widgets',
  )
  const voucher = { code: 'THANKS-7Q4K', title: '15% off your next photo book', validUntil: at(-70) }
  await send('products/2140-01', { accountId: client.accountId, ...voucher }, 'vouchers')
}

type ScreenOrder = Pick<OrderBody, 'createdAt' | 'status'> &
  Partial<Omit<OrderBody, 'products'>> & {
    code: string
    products: readonly Partial<Product>[]
  }

const ORDERS: readonly ScreenOrder[] = [
  {
    code: '4711-2140',
    createdAt: at(2),
    status: 'Confirmed',
    history: [
      { status: 'Received', at: at(2) },
      { status: 'Confirmed', at: at(2, 0.02) },
    ],
    products: [
      {
        article: 'BOOK-28X28-48',
        title: 'Photo book ‘Coast to coast’',
        description: '28 × 28 cm, 40 pages, matt cover',
        price: 3495,
        voucher: 'THANKS-7Q4K',
      },
      { title: '24 prints', description: '10 × 15 cm, glossy', price: 720, status: 'Dispatched' },
      { title: 'Map poster ‘The long way home’', description: '50 × 70 cm, unframed', price: 2400 },
    ],
    parcels: [
      {
        number: 'PL 4820 1177 36',
        carrier: 'Postline',
        trackingUrl: 'https://track.example/PL4820117736',
        shippedAt: at(1),
        productCodes: ['2140-02'],
      },
    ],
  },
  {
    code: '4711-2093',
    createdAt: at(8),
    status: 'ProductionStarted',
    products: [
      { title: 'Photo book, 40 pages', price: 3495 },
      { title: '24 prints', price: 720 },
    ],
  },
  {
    code: '4711-1988',
    createdAt: at(13),
    status: 'Received',
    source: 'Canvas',
    paymentUrl: 'https://pay.example/4711-1988',
    paymentExpiresAt: at(-1),
    products: [{ title: 'Canvas', description: '60 × 40 cm, 2 cm frame', price: 3405 }],
  },
  {
    code: '4702-8812',
    createdAt: at(355),
    status: 'Dispatched',
    products: [
      { title: 'Calendar 2026', price: 1990 },
      { title: '2 mugs', price: 1160 },
      { title: 'Fridge magnets', price: 790 },
    ],
  },
  {
    code: '4699-0041',
    createdAt: at(545),
    status: 'Cancelled',
    source: 'Photo book',
    history: [
      { status: 'Received', at: at(545) },
      { status: 'Confirmed', at: at(545, 0.02) },
      { status: 'Cancelled', at: at(544) },
    ],
    deliveryAddress: {
      type: 'PickupPoint',
      lastName: 'Keller',
      pickupPointName: 'Postline point, The Corner Shop',
      street: 'Cotham Hill',
      streetNumber: '2',
      postalCode: 'BS6 6LA',
      countryCode: 'GB',
    },
    products: [
      {
        title: 'Photo book ‘Allotment year’',
        description: '21 × 21 cm, 26 pages, glossy cover',
        price: 2400,
      },
    ],
  },
]
