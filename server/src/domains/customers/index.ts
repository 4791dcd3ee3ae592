import type { Domain } from '#server/http/route.ts'
import { customerRoutes } from './routes.ts'

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
export const customers: Domain = { name: 'customers', routes: customerRoutes }
