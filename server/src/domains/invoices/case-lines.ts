import { formatMoney } from '#locales/money-format.ts'
import type { CaseSource } from '../../domain.ts'
import { greaterThan, listFirstRows } from '../../platform/db/rows.ts'
import { toPdfName } from './pdf-name.ts'
import { findInvoiceAccounts } from './store.ts'

/** What was billed, and whether its PDF is ready. */
export const invoiceCase: CaseSource = {
  find: ({ db }, word) => findInvoiceAccounts(db, word),
  async list({ db }, accountId, { since, limit }) {
    const key = { account_id: accountId, updated_at: greaterThan(since) }
    const rows = await listFirstRows(db, 'invoices', key, limit, 'updated_at desc')
    return rows.map(row => {
      const pdf = row.sha256
        ? `${toPdfName(row.number)}, ${row.size} bytes, sha256 ${row.sha256.slice(0, 12)}`
        : null
      const what = [
        `version ${row.version}, ${row.state}${row.failure ? ` (${row.failure})` : ''}, issued ${row.issue_date}`,
        formatMoney('en-GB', Number(row.amount), row.currency),
        `payment ${row.payment_status ?? 'not told'}`,
        pdf,
      ]
      return {
        at: row.ready_at ?? row.updated_at,
        who: 'invoice',
        by: row.number,
        what: what.filter(Boolean).join('; '),
      }
    })
  },
}
