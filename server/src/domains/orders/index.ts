import type { Domain } from '../../http/route.ts'
import { orderRoutes } from './routes.ts'
import { orderTables } from './tables.ts'

export { orderJobs, orderUpserted } from './job-kinds.ts'

/** What customers ordered, as the retailer's order system tells it. */
export const orders: Domain = { name: 'orders', tables: orderTables, routes: orderRoutes }
