import type { OrderStatus } from '#contract/order-status.ts'

/** An order of a demo customer. */
export interface PlannedOrder {
  /** Idempotency key; the order's code is the shop's. */
  key: string
  daysAgo: number
  status: OrderStatus
  /** Delivered to a pick-up point instead of the customer's home. */
  pickup?: boolean
  /** Delivered to the customer's family in Germany. */
  abroad?: boolean
  content: PlannedContent
}

/** The content of an order: prints in several sizes, or one product of several photos. */
export type PlannedContent = { prints: readonly PlannedPrints[] } | { product: PlannedProduct }

interface PlannedPrints {
  size: string
  quantity: number
}

interface PlannedProduct {
  article: string
  title: string
  quantity: number
  /** Number of photos in it. */
  photos: number
}

const createPrints = (small: number, large = 0): PlannedContent => ({
  prints: [
    { size: 'PRINT-10X15-GLOSSY', quantity: small },
    { size: 'PRINT-20X30-GLOSSY', quantity: large },
  ].filter(({ quantity }) => quantity > 0),
})
const createProduct = (article: string, photos: number, title: string, quantity = 1): PlannedContent => ({
  product: { article, title, quantity, photos },
})
const createBook = (title: string, quantity = 1) => createProduct('BOOK-21X21-24', 24, title, quantity)
const createLargeBook = (title: string) => createProduct('BOOK-28X28-48', 36, title)
const createMapPoster = (title: string) => createProduct('MAP-POSTER-50X70', 6, title)
const createStudioPack = (title: string, quantity: number) =>
  createProduct('STUDIO-PACK-100', 20, title, quantity)

/** 14 orders over three years in all states, newest first. */
export const DEMO_ORDERS: readonly PlannedOrder[] = [
  { key: 'A-2614', daysAgo: 0.2, status: 'Received', content: createPrints(36) },
  { key: 'A-2613', daysAgo: 0.9, status: 'Confirmed', content: createBook('Summer by the sea') },
  { key: 'A-2612', daysAgo: 1.4, status: 'ProductionStarted', content: createMapPoster('The west coast') },
  { key: 'A-2611', daysAgo: 2.5, status: 'ProductionCompleted', content: createLargeBook('Our year') },
  { key: 'A-2610', daysAgo: 6, status: 'Dispatched', content: createPrints(50, 3) },
  { key: 'A-2609', daysAgo: 11, status: 'delayed', content: createMapPoster('Bristol') },
  { key: 'A-2608', daysAgo: 19, status: 'Cancelled', content: createPrints(120) },
  { key: 'A-2607', daysAgo: 75, status: 'Dispatched', pickup: true, content: createPrints(64) },
  { key: 'A-2606', daysAgo: 160, status: 'paymentFailed', content: createBook('Spring') },
  {
    key: 'A-2605',
    daysAgo: 310,
    status: 'shipped',
    abroad: true,
    content: createLargeBook('Christmas with everyone'),
  },
  { key: 'A-2604', daysAgo: 480, status: 'Dispatched', content: createBook('Grandpa at eighty', 2) },
  { key: 'A-2603', daysAgo: 655, status: 'rejected', content: createBook('Draft') },
  { key: 'A-2602', daysAgo: 850, status: 'Dispatched', abroad: true, content: createPrints(80) },
  { key: 'A-2601', daysAgo: 1080, status: 'Dispatched', content: createBook('Moving in') },
]

const STUDIO_ORDERS = 240
/** Days between two orders of the studio. */
const STUDIO_PACE = 1.1
const NEWEST_STATUSES: readonly OrderStatus[] = [
  'paymentPending',
  'Confirmed',
  'approved',
  'ProductionStarted',
  'producing',
  'on_hold',
  'ProductionCompleted',
]

/** Plans the orders of a photographer's studio over nine months, newest first. */
export function planStudioOrders(): PlannedOrder[] {
  return Array.from({ length: STUDIO_ORDERS }, (_, index) => {
    const number = STUDIO_ORDERS - index
    return {
      key: `M-${5000 + number}`,
      daysAgo: 0.3 + index * STUDIO_PACE,
      status: NEWEST_STATUSES[index] ?? (index % 29 === 17 ? 'Cancelled' : 'Dispatched'),
      content:
        index % 3 === 0
          ? createLargeBook(`Wedding ${number}`)
          : createStudioPack(`Portraits ${number}`, 1 + (index % 5)),
    }
  })
}
