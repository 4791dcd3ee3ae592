import type { Domain } from '../../http/route.ts'
import { orderRoutes } from './routes.ts'

export { orderJobs, orderKept } from './job-kinds.ts'

/** What customers ordered, as the retailer's order system tells it. */
export const orders: Domain = { name: 'orders', routes: orderRoutes }
