import { defineDomain } from '#server/domain.ts'
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
export const customers = defineDomain({
  name: 'customers',
  dependsOn: ['identity'],
  tables: customerTables,
  routes: customerRoutes,
})
