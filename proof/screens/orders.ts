import { SERVICES } from '#contract/endpoint.ts'
import { getPhotos } from '#contract/photos.ts'
import { PRODUCT_PDF } from '#contract/product-files.ts'
import type { putOrder } from '#contract/retailer-orders.ts'
import { DEMO_ADDRESSES } from '#sandbox/demo/addresses.ts'
import type { Client } from '#server/testing/client.ts'
import { getBasePrices } from '../../sandbox/shop/catalog.ts'
import { createChannels } from '../../sandbox/shop/feeds/channels.ts'
import { drawPoster } from '../../sandbox/shop/posters/draw-poster.ts'

type OrderBody = (typeof putOrder.body)['_zod']['input']
type Product = NonNullable<OrderBody['products']>[number]

const DAY = 86_400_000
const formatDaysAgo = (days: number, hours = 0) =>
  new Date(Date.now() - days * DAY + hours * 3_600_000).toISOString()

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
  await send('channels/KEEPSAKE-GB', createChannel(), 'merchandise')
  await send('campaigns/christmas', { orderBefore: formatDaysAgo(-22), occasion: 'Christmas' })
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
  const formatDay = (days: number) => formatDaysAgo(days).slice(0, 10)
  const dates = [{ from: formatDay(-4), to: formatDay(-6), productCodes: ['2140-01', '2140-03'] }]
  await send('deliveryDates/4711-2140', { dates })
  await send(
    'widgets/2140-01',
    {
      accountId: client.accountId,
      orderCode: '4711-2140',
      title: 'Coast to coast',
      productName: 'Photo book',
      createdAt: formatDaysAgo(2),
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
  const voucher = {
    code: 'THANKS-7Q4K',
    title: '15% off your next photo book',
    validUntil: formatDaysAgo(-70),
  }
  await send('products/2140-01', { accountId: client.accountId, ...voucher }, 'vouchers')
  await sendPosters(origin, serviceToken, client.accountId)
}

/** Creates the shop's channel, with the articles of these orders. */
function createChannel() {
  const { body } = createChannels(getBasePrices).find(({ channel }) => channel === 'KEEPSAKE-GB')!
  const articles = Object.entries(ARTICLES).map(([id, title]) => ({
    ...{ id, title, articleType: id.toLowerCase(), visible: id !== 'MAGNET' },
    links: [{ rel: 'shop', url: body.shopUrl }],
  }))
  return { ...body, articles: [...(body.articles ?? []), ...articles] }
}

const ARTICLES = {
  BOOK: 'Photo book',
  PRINT: 'Prints',
  POSTER: 'Map poster',
  CANVAS: 'Canvas',
  CALENDAR: 'Calendar',
  MUG: 'Mugs',
  MAGNET: 'Fridge magnets',
}

/** Sends the PDFs of two products. */
async function sendPosters(origin: string, serviceToken: string, accountId: string): Promise<void> {
  for (const [code, days] of [
    ['2140-03', 1],
    ['8812-03', 354],
  ] as const) {
    const poster = {
      title: 'The long way home',
      width: 500,
      height: 700,
      seed: code,
      createdAt: new Date(formatDaysAgo(days)),
    }
    const query = `version=${Math.floor(Date.now() / 1000)}&accountId=${accountId}&createdAt=${formatDaysAgo(days)}`
    const answer = await fetch(
      `${origin}${SERVICES.productFiles}/retailer/products/${code}/files/${PRODUCT_PDF}?${query}`,
      {
        method: 'PUT',
        headers: { authorization: `Bearer ${serviceToken}`, 'content-type': 'application/pdf' },
        body: new Uint8Array(await drawPoster(poster)),
      },
    )
    if (!answer.ok) throw new Error(`the PDF of ${code}: ${answer.status} ${await answer.text()}`)
  }
}

type ScreenOrder = Pick<OrderBody, 'createdAt' | 'status'> &
  Partial<Omit<OrderBody, 'products'>> & {
    code: string
    products: readonly Partial<Product>[]
  }

const ORDERS: readonly ScreenOrder[] = [
  {
    code: '4711-2140',
    createdAt: formatDaysAgo(2),
    status: 'Confirmed',
    history: [
      { status: 'Received', at: formatDaysAgo(2) },
      { status: 'Confirmed', at: formatDaysAgo(2, 0.02) },
    ],
    products: [
      {
        title: 'Photo book ‘Coast to coast’',
        description: '28 × 28 cm, 40 pages, matt cover',
        price: 3495,
        voucher: 'THANKS-7Q4K',
      },
      {
        article: 'PRINT',
        title: '24 prints',
        description: '10 × 15 cm, glossy',
        price: 720,
        status: 'Dispatched',
      },
      {
        article: 'POSTER',
        title: 'Map poster ‘The long way home’',
        description: '50 × 70 cm, unframed',
        price: 2400,
      },
    ],
    parcels: [
      {
        number: 'PL 4820 1177 36',
        carrier: 'Postline',
        trackingUrl: 'https://track.example/PL4820117736',
        shippedAt: formatDaysAgo(1),
        productCodes: ['2140-02'],
      },
    ],
  },
  {
    code: '4711-2093',
    createdAt: formatDaysAgo(8),
    status: 'ProductionStarted',
    products: [
      { title: 'Photo book, 40 pages', price: 3495 },
      { article: 'PRINT', title: '24 prints', price: 720 },
    ],
  },
  {
    code: '4711-1988',
    createdAt: formatDaysAgo(13),
    status: 'Received',
    source: 'Canvas',
    paymentUrl: 'https://pay.example/4711-1988',
    paymentExpiresAt: formatDaysAgo(-1),
    products: [{ article: 'CANVAS', title: 'CANVAS', description: '60 × 40 cm, 2 cm frame', price: 3405 }],
  },
  {
    code: '4702-8812',
    createdAt: formatDaysAgo(355),
    status: 'Dispatched',
    products: [
      { article: 'CALENDAR', title: 'Calendar 2026', price: 1990 },
      { article: 'MUG', title: '2 mugs', price: 1160 },
      { article: 'MAGNET', title: 'MAGNET', price: 790 },
    ],
  },
  {
    code: '4699-0041',
    createdAt: formatDaysAgo(545),
    status: 'Cancelled',
    source: 'Photo book',
    history: [
      { status: 'Received', at: formatDaysAgo(545) },
      { status: 'Confirmed', at: formatDaysAgo(545, 0.02) },
      { status: 'Cancelled', at: formatDaysAgo(544) },
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
