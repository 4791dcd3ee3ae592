import type { OrderStatus } from '#contract/order-status.ts'

/** An order of a demo customer. */
export interface PlannedOrder {
  code: string
  daysAgo: number
  status: OrderStatus
  /** To a pick-up point instead of the customer's home. */
  pickup?: boolean
  /** To the customer's family in Germany. */
  abroad?: boolean
  products: readonly PlannedProduct[]
}

interface PlannedProduct {
  article: string
  title: string
  description?: string
  quantity: number
  /** For all of `quantity`, in pence. */
  price: number
}

const prints = (quantity: number): PlannedProduct => ({
  article: 'PRINT-10X15-GLOSSY',
  title: 'Prints 10 × 15 cm',
  description: 'Glossy paper',
  quantity,
  price: quantity * 17,
})
const book = (title: string, quantity = 1): PlannedProduct => ({
  article: 'BOOK-21X21-24',
  title: `Photo book '${title}'`,
  description: '21 × 21 cm, 24 pages',
  quantity,
  price: quantity * 2595,
})
const largeBook = (title: string): PlannedProduct => ({
  article: 'BOOK-28X28-48',
  title: `Photo book '${title}'`,
  description: '28 × 28 cm, 48 pages',
  quantity: 1,
  price: 4795,
})
const mapPoster = (place: string): PlannedProduct => ({
  article: 'MAP-POSTER-50X70',
  title: `Map poster of ${place}`,
  description: '50 × 70 cm',
  quantity: 1,
  price: 2995,
})
const studioPack = (quantity: number): PlannedProduct => ({
  article: 'STUDIO-PACK-100',
  title: 'Studio pack, 100 prints',
  description: 'Matt paper, 13 × 18 cm',
  quantity,
  price: quantity * 3900,
})

/** 14 orders over three years in all states, newest first. */
export const DEMO_ORDERS: readonly PlannedOrder[] = [
  { code: 'A-2614', daysAgo: 0.2, status: 'Received', products: [prints(36)] },
  { code: 'A-2613', daysAgo: 0.9, status: 'Confirmed', products: [book('Summer by the sea'), prints(12)] },
  { code: 'A-2612', daysAgo: 1.4, status: 'ProductionStarted', products: [mapPoster('the west coast')] },
  { code: 'A-2611', daysAgo: 2.5, status: 'ProductionCompleted', products: [largeBook('Our year')] },
  { code: 'A-2610', daysAgo: 6, status: 'Dispatched', products: [book('Grandpa at eighty', 2), prints(50)] },
  { code: 'A-2609', daysAgo: 11, status: 'delayed', products: [mapPoster('Bristol')] },
  { code: 'A-2608', daysAgo: 19, status: 'cancelled', products: [prints(120)] },
  { code: 'A-2607', daysAgo: 75, status: 'Dispatched', pickup: true, products: [prints(64)] },
  { code: 'A-2606', daysAgo: 160, status: 'paymentFailed', products: [book('Spring')] },
  {
    code: 'A-2605',
    daysAgo: 310,
    status: 'shipped',
    abroad: true,
    products: [largeBook('Christmas with everyone')],
  },
  { code: 'A-2604', daysAgo: 480, status: 'Dispatched', products: [prints(24), mapPoster('the lakes')] },
  { code: 'A-2603', daysAgo: 655, status: 'rejected', products: [book('Draft')] },
  { code: 'A-2602', daysAgo: 850, status: 'Dispatched', abroad: true, products: [prints(80)] },
  { code: 'A-2601', daysAgo: 1080, status: 'Dispatched', products: [book('Moving in')] },
]

const STUDIO_ORDERS = 240
/** Between two orders of the studio, in days. */
const STUDIO_PACE = 1.1
const NEWEST: readonly OrderStatus[] = [
  'paymentPending',
  'Confirmed',
  'approved',
  'ProductionStarted',
  'producing',
  'on_hold',
  'ProductionCompleted',
]

/** The orders of a photographer's studio over nine months, newest first. */
export function planStudioOrders(): PlannedOrder[] {
  return Array.from({ length: STUDIO_ORDERS }, (_, index) => ({
    code: `M-${5000 + STUDIO_ORDERS - index}`,
    daysAgo: 0.3 + index * STUDIO_PACE,
    status: NEWEST[index] ?? (index % 29 === 17 ? 'Cancelled' : 'Dispatched'),
    products:
      index % 3 === 0
        ? [studioPack(1 + (index % 4)), largeBook(`Wedding ${STUDIO_ORDERS - index}`)]
        : [studioPack(1 + (index % 5))],
  }))
}
