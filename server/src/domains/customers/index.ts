import type { Domain } from '#server/http/route.ts'
import { customerRoutes } from './routes.ts'
import { customerTables } from './tables.ts'

export {
  type Customer,
  countOrder,
  createCustomer,
  findByEmail,
  findCustomer,
  findNamed,
  lockCustomer,
  type NewCustomer,
} from './store.ts'

/** Who our customers are. */
export const customers: Domain = { name: 'customers', tables: customerTables, routes: customerRoutes }
