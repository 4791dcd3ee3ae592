export { createOrderPrintsAction, useOrderPrints } from './order-prints-action.tsx'
export { useOrderProducts } from './order-product-actions.ts'
