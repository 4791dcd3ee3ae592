import type { Domain } from '#server/http/route.ts'
import { customerRoutes } from './routes.ts'

export { DEMO_PASSWORD, DEMO_SIGN_INS, seedDemoCustomers } from './demo-customers.ts'
export {
  type Customer,
  countOrder,
  createCustomer,
  findByEmail,
  findCustomer,
  findNamed,
  lockCustomer,
} from './store.ts'

/** Who our customers are. */
export const customers: Domain = { name: 'customers', routes: customerRoutes }
