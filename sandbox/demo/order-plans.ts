import type { ComplaintReason } from '#contract/complaint.ts'
import type { OrderStatus } from '#contract/order-status.ts'
import type { DemoScene } from '#sandbox/demo-calls/orders.ts'

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
  report?: PlannedReport
  /** Whether the voucher of its book was used. */
  isVoucherUsed?: true
  content: PlannedContent
}

export interface PlannedReport {
  reason: ComplaintReason
  text: string
}

/** The content of an order: prints in several sizes, or one product of several photos, or frames with or without prints. */
export type PlannedContent =
  | { prints: readonly PlannedPrints[] }
  | { product: PlannedProduct }
  | { frames: number; prints?: readonly PlannedPrints[] }

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

const createPrints = (small: number, large = 0) => ({
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
const createFrames = (frames: number, more?: ReturnType<typeof createPrints>): PlannedContent => ({
  frames,
  ...more,
})
const createStudioPack = (title: string, quantity: number) =>
  createProduct('STUDIO-PACK-100', 20, title, quantity)

/** An order for each message that the page of an order has, over three years, newest first (NX-158). */
export const DEMO_ORDERS: readonly PlannedOrder[] = [
  { key: 'A-2614', daysAgo: 0.2, status: 'Received', content: createPrints(36) },
  { key: 'A-2615', daysAgo: 0.4, status: 'paymentFailed', content: createPrints(24) },
  { key: 'A-2613', daysAgo: 0.9, status: 'Confirmed', content: createBook('Summer by the sea') },
  { key: 'A-2612', daysAgo: 1.4, status: 'ProductionStarted', content: createMapPoster('The west coast') },
  { key: 'A-2611', daysAgo: 2.5, status: 'ProductionCompleted', content: createLargeBook('Our year') },
  { key: 'A-2616', daysAgo: 3.2, status: 'Confirmed', scene: 'asked', content: createPrints(60) },
  { key: 'A-2617', daysAgo: 3.6, status: 'Confirmed', scene: 'held', content: createMapPoster('Lisbon') },
  {
    key: 'A-2623',
    daysAgo: 4.2,
    status: 'Dispatched',
    scene: 'ready-for-pickup',
    pickup: true,
    content: createPrints(48),
  },
  {
    key: 'A-2618',
    daysAgo: 4.5,
    status: 'ProductionCompleted',
    scene: 'partly-sent',
    content: createFrames(1, createPrints(18)),
  },
  { key: 'A-2619', daysAgo: 5, status: 'Dispatched', scene: 'underway', content: createPrints(40) },
  { key: 'A-2610', daysAgo: 6, status: 'Dispatched', scene: 'received', content: createPrints(50, 3) },
  { key: 'A-2620', daysAgo: 8, status: 'Dispatched', scene: 'withdrawn', content: createFrames(2) },
  {
    key: 'A-2621',
    daysAgo: 9,
    status: 'ProductionStarted',
    scene: 'overdue',
    content: createPrints(30, 2),
  },
  {
    key: 'A-2609',
    daysAgo: 11,
    status: 'ProductionStarted',
    scene: 'delayed',
    content: createMapPoster('Bristol'),
  },
  { key: 'A-2622', daysAgo: 12, status: 'Dispatched', scene: 'late', content: createFrames(1) },
  { key: 'A-2608', daysAgo: 19, status: 'Cancelled', scene: 'refunded', content: createPrints(120) },
  {
    key: 'A-2624',
    daysAgo: 24,
    status: 'Dispatched',
    scene: 'asked-back',
    report: {
      reason: 'quality',
      text: 'The sky has stripes, from the left edge to the middle. It is smooth on my screen.',
    },
    content: createPrints(0, 6),
  },
  {
    key: 'A-2632',
    daysAgo: 28,
    status: 'Dispatched',
    report: {
      reason: 'missing-part',
      text: 'One of the twelve prints of the harbour is not in the envelope.',
    },
    content: createPrints(12),
  },
  {
    key: 'A-2625',
    daysAgo: 33,
    status: 'Dispatched',
    scene: 'printed-again',
    report: { reason: 'damaged', text: 'The envelope was wet, and the prints on top are wavy.' },
    content: createPrints(90),
  },
  { key: 'A-2633', daysAgo: 41, status: 'Cancelled', content: createPrints(20) },
  {
    key: 'A-2626',
    daysAgo: 48,
    status: 'Dispatched',
    scene: 'declined',
    report: {
      reason: 'quality',
      text: 'The colours are warmer than on my phone, most of all in the evening.',
    },
    content: createPrints(12, 2),
  },
  { key: 'A-2627', daysAgo: 67, status: 'Dispatched', content: createBook('A week in the mountains') },
  { key: 'A-2607', daysAgo: 75, status: 'Dispatched', pickup: true, content: createPrints(64) },
  {
    key: 'A-2628',
    daysAgo: 120,
    status: 'Dispatched',
    isVoucherUsed: true,
    content: createBook('Balloons over the valley'),
  },
  { key: 'A-2606', daysAgo: 160, status: 'paymentFailed', content: createBook('Spring') },
  { key: 'A-2629', daysAgo: 230, status: 'Dispatched', content: createBook('Tulips') },
  {
    key: 'A-2605',
    daysAgo: 310,
    status: 'shipped',
    abroad: true,
    content: createLargeBook('Christmas with everyone'),
  },
  {
    key: 'A-2630',
    daysAgo: 400,
    status: 'Dispatched',
    isVoucherUsed: true,
    content: createBook('By the harbour'),
  },
  { key: 'A-2604', daysAgo: 480, status: 'Dispatched', content: createBook('Grandpa at eighty', 2) },
  { key: 'A-2631', daysAgo: 560, status: 'Dispatched', content: createBook('Two cats') },
  { key: 'A-2603', daysAgo: 655, status: 'rejected', content: createBook('Draft') },
  { key: 'A-2602', daysAgo: 850, status: 'Dispatched', abroad: true, content: createPrints(80) },
  {
    key: 'A-2601',
    daysAgo: 1080,
    status: 'Dispatched',
    scene: 'long-ago',
    content: createBook('Moving in'),
  },
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
