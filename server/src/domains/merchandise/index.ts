import { defineDomain } from '../../domain.ts'
import { merchandiseRoutes } from './routes.ts'
import { merchandiseTables } from './tables.ts'

/** The retailer's sales channels with their assortments. */
export const merchandise = defineDomain({
  name: 'merchandise',
  dependsOn: ['services'],
  tables: merchandiseTables,
  routes: merchandiseRoutes,
})
