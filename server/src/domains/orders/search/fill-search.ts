import { type Context, change } from '../../../context.ts'
import { findCustomersById } from '../../customers/index.ts'
import { getOrderTimeZone } from '../order-time-zone.ts'
import { createSearchColumns } from './search-columns.ts'
import { fillSearchColumns, listOrdersToFill } from './store.ts'

const BATCH = 200

/**
 * Fills the columns of the search for orders that a release without them wrote. Resumable: each batch commits, and filled
 * orders are no longer listed (NX-147).
 */
export async function fillSearch(ctx: Context, _payloads: unknown, signal: AbortSignal): Promise<void> {
  for (let after = { accountId: '', code: '' }; !signal.aborted; ) {
    const rows = await listOrdersToFill(ctx.db, after, BATCH)
    const customers = await findCustomersById(ctx.db, [...new Set(rows.map(row => row.account_id))])
    const filled = rows.flatMap(row => {
      const customer = customers.get(row.account_id)
      return customer ? [{ code: row.code, ...createSearchColumns(row, getOrderTimeZone(customer)) }] : []
    })
    if (filled.length > 0) await change(ctx, tx => fillSearchColumns(tx, filled))
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return
    after = { accountId: last.account_id, code: last.code }
  }
}
