export { createOrderPrintsAction, useOrderPrints } from './order-prints-action.tsx'
