import { defineDomain, eraseRows } from '../../domain.ts'
import { voucherRoutes } from './routes.ts'
import { getAccountRowsSql } from './store.ts'
import { voucherTables } from './tables.ts'

/** Vouchers of ordered products, and the offers of voucher codes. */
export const vouchers = defineDomain({
  name: 'vouchers',
  dependsOn: ['services', 'customers', 'orders'],
  tables: voucherTables,
  routes: voucherRoutes,
  eraseAccount: eraseRows(getAccountRowsSql),
})
