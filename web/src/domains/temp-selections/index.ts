export { orderPrints, useOrderPrints } from './order-prints-action.tsx'
