import { type Selectable, sql } from 'kysely'
import { PRODUCT_PDF } from '#contract/product-files.ts'
import type { Reader } from '../../context.ts'
import { type ListPart, selectPage } from '../../platform/db/select-page.ts'
import { selectOrderArrivals } from '../orders/index.ts'
import type { ProductFilesTable } from './tables.ts'

/**
 * Lists a part of the account's PDFs of products whose order has arrived, newest first, or with `since` by the time at which
 * they, or their orders, arrived.
 */
export function listReadablePdfs(
  db: Reader,
  accountId: string,
  part: ListPart,
): Promise<(Selectable<ProductFilesTable> & { readable_at: Date })[]> {
  const readable = db
    .selectFrom('product_files')
    .innerJoin(selectOrderArrivals(db, accountId).as('arrivals'), join =>
      join.onRef('arrivals.product_code', '=', 'product_files.product_code'),
    )
    .selectAll('product_files')
    .select(sql<Date>`greatest(product_files.updated_at, arrivals.received_at)`.as('readable_at'))
    .where('product_files.account_id', '=', accountId)
    .where('product_files.purpose', '=', PRODUCT_PDF)
  const order = { time: 'created_at', change: 'readable_at', ids: ['product_code'] }
  return selectPage(db.selectFrom(readable.as('readable')).selectAll(), part, order).execute()
}
