import type { Domain } from '#server/http/route.ts'
import { customerRoutes } from './routes.ts'
import { customerTables } from './tables.ts'

export { normalizeEmail } from './email.ts'
export {
  activeCustomers,
  type Customer,
  countCustomers,
  createCustomer,
  findActiveCustomer,
  findCustomer,
  findCustomerByEmail,
  findCustomersByEmailOrId,
  listCustomersByDeletionDate,
  lockCustomer,
  type NewCustomer,
  selectCustomer,
  setDelayedDeletion,
  setLastOrder,
  setLastUpload,
  setMovedDeletion,
} from './store.ts'

/** Who our customers are. */
export const customers: Domain = { name: 'customers', tables: customerTables, routes: customerRoutes }
