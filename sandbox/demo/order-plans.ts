import type { ComplaintReason } from '#contract/complaint.ts'
import type { OrderStatus } from '#contract/order-status.ts'
import type { DemoScene } from '#sandbox/demo-calls/demo-calls.ts'

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
  scene?: DemoScene
  /** The problem that the customer reports. */
  report?: { reason: ComplaintReason; text: string }
  /** Whether the voucher of its book was used. */
  isVoucherUsed?: true
  content: PlannedContent
}

/** The content of an order: prints in several sizes, or one product of several photos, or frames with or without prints. */
export type PlannedContent =
  | { prints: readonly PlannedPrints[] }
  | { product: { article: string; title: string; quantity: number; photos: number } }
  | { frames: number; prints?: readonly PlannedPrints[] }

interface PlannedPrints {
  size: string
  quantity: number
}

const createPrints = (small: number, large = 0) => ({
  prints: [
    { size: 'PRINT-10X15-GLOSSY', quantity: small },
    { size: 'PRINT-20X30-GLOSSY', quantity: large },
  ].filter(({ quantity }) => quantity > 0),
})
/** Products by the kinds of the tables below: their article, and the number of photos in one. */
const PRODUCTS = {
  book: ['BOOK-21X21-24', 24],
  'large book': ['BOOK-28X28-48', 36],
  poster: ['MAP-POSTER-50X70', 6],
  pack: ['STUDIO-PACK-100', 20],
} as const
const createProduct = (kind: keyof typeof PRODUCTS, title: string, quantity = 1): PlannedContent => {
  const [article, photos] = PRODUCTS[kind]
  return { product: { article, title, quantity, photos } }
}

const REPORTS = {
  stripes: {
    reason: 'quality',
    text: 'The sky has stripes, from the left edge to the middle. It is smooth on my screen.',
  },
  missing: {
    reason: 'missing-part',
    text: 'One of the twelve prints of the harbour is not in the envelope.',
  },
  wet: { reason: 'damaged', text: 'The envelope was wet, and the prints on top are wavy.' },
  colours: {
    reason: 'quality',
    text: 'The colours are warmer than on my phone, most of all in the evening.',
  },
} as const

type Row = [
  number: number,
  daysAgo: number,
  status: OrderStatus,
  content: PlannedContent,
  more?: Omit<PlannedOrder, 'key' | 'daysAgo' | 'status' | 'content'>,
]

const ROWS: readonly Row[] = [
  [2614, 0.2, 'Received', createPrints(36)],
  [2615, 0.4, 'paymentFailed', createPrints(24)],
  [2613, 0.9, 'Confirmed', createProduct('book', 'Summer by the sea')],
  [2612, 1.4, 'ProductionStarted', createProduct('poster', 'The west coast')],
  [2611, 2.5, 'ProductionCompleted', createProduct('large book', 'Our year')],
  [2616, 3.2, 'Confirmed', createPrints(60), { scene: 'asked' }],
  [2617, 3.6, 'Confirmed', createProduct('poster', 'Lisbon'), { scene: 'held' }],
  [2623, 4.2, 'Dispatched', createPrints(48), { scene: 'ready-for-pickup', pickup: true }],
  [2618, 4.5, 'ProductionCompleted', { frames: 1, ...createPrints(18) }, { scene: 'partly-sent' }],
  [2619, 5, 'Dispatched', createPrints(40), { scene: 'underway' }],
  [2610, 6, 'Dispatched', createPrints(50, 3), { scene: 'received' }],
  [2620, 8, 'Dispatched', { frames: 2 }, { scene: 'withdrawn' }],
  [2621, 9, 'ProductionStarted', createPrints(30, 2), { scene: 'overdue' }],
  [2609, 11, 'ProductionStarted', createProduct('poster', 'Bristol'), { scene: 'delayed' }],
  [2622, 12, 'Dispatched', { frames: 1 }, { scene: 'late' }],
  [2608, 19, 'Cancelled', createPrints(120), { scene: 'refunded' }],
  [2624, 24, 'Dispatched', createPrints(0, 6), { scene: 'asked-back', report: REPORTS.stripes }],
  [2632, 28, 'Dispatched', createPrints(12), { report: REPORTS.missing }],
  [2625, 33, 'Dispatched', createPrints(90), { scene: 'printed-again', report: REPORTS.wet }],
  [2633, 41, 'Cancelled', createPrints(20)],
  [2626, 48, 'Dispatched', createPrints(12, 2), { scene: 'declined', report: REPORTS.colours }],
  [2627, 67, 'Dispatched', createProduct('book', 'A week in the mountains')],
  [2607, 75, 'Dispatched', createPrints(64), { pickup: true }],
  [2628, 120, 'Dispatched', createProduct('book', 'Balloons over the valley'), { isVoucherUsed: true }],
  [2606, 160, 'paymentFailed', createProduct('book', 'Spring')],
  [2629, 230, 'Dispatched', createProduct('book', 'Tulips')],
  [2605, 310, 'shipped', createProduct('large book', 'Christmas with everyone'), { abroad: true }],
  [2630, 400, 'Dispatched', createProduct('book', 'By the harbour'), { isVoucherUsed: true }],
  [2604, 480, 'Dispatched', createProduct('book', 'Grandpa at eighty', 2)],
  [2631, 560, 'Dispatched', createProduct('book', 'Two cats')],
  [2603, 655, 'rejected', createProduct('book', 'Draft')],
  [2602, 850, 'Dispatched', createPrints(80), { abroad: true }],
  [2601, 1080, 'Dispatched', createProduct('book', 'Moving in'), { scene: 'long-ago' }],
]

/** An order for each message that the page of an order has, over three years, newest first (NX-158). */
export const DEMO_ORDERS: readonly PlannedOrder[] = ROWS.map(([number, daysAgo, status, content, more]) => ({
  key: `A-${number}`,
  daysAgo,
  status,
  content,
  ...more,
}))

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
          ? createProduct('large book', `Wedding ${number}`)
          : createProduct('pack', `Portraits ${number}`, 1 + (index % 5)),
    }
  })
}
