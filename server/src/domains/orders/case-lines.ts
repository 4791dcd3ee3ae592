import { formatMoney } from '#locales/money-format.ts'
import type { CaseSource } from '../../domain.ts'
import { greaterThan, listFirstRows, listValues } from '../../platform/db/rows.ts'
import { listRefusalLines } from '../services/index.ts'
import { countOrders, findOrderOwner, type OrderRow } from './store.ts'

/** What was ordered and paid, and what the order system sent that was refused. */
export const orderCase: CaseSource = {
  find: async ({ db }, word) => [
    ...[await findOrderOwner(db, word)].filter(each => each !== undefined),
    ...(await listValues(db, 'order_products', { code: word.replace(/\.pdf$/, '') }, 'account_id')),
  ],
  describe: async ({ db }, accountId) => [`Orders: ${await countOrders(db, accountId)}`],
  async list(ctx, accountId, { since, limit }) {
    const key = { account_id: accountId, updated_at: greaterThan(since) }
    const rows = await listFirstRows(ctx.db, 'orders', key, limit, 'updated_at desc')
    const codes = rows.map(({ code }) => code)
    const refusals = codes.length > 0 ? await listRefusalLines(ctx, codes, since) : []
    return [
      ...rows.map(row => ({ at: row.updated_at, who: 'order', by: row.code, what: describeOrder(row) })),
      ...refusals,
    ]
  },
}

function describeOrder({ version, state, created_at, body }: OrderRow): string {
  const { total, payment, refunds = [] } = body
  const format = (amount: number) => (total ? formatMoney('en-GB', amount, total.currency) : String(amount))
  const means = payment && [payment.method, payment.lastDigits].filter(Boolean).join(' ')
  const paid = payment?.paidAt && `1 payment recorded, ${means}, ${payment.paidAt}`
  const failed = payment?.failedAt && `payment failed, ${means}, ${payment.failedAt}`
  return [
    `version ${version}, ${state}, placed ${created_at.toISOString()}`,
    total && format(total.amount),
    paid ?? failed ?? (means ? `by ${means}, not told to be paid` : 'no payment told'),
    ...refunds.map(({ amount, state: refundState, at }) => `refund ${format(amount)} ${refundState} ${at}`),
  ]
    .filter(Boolean)
    .join('; ')
}
