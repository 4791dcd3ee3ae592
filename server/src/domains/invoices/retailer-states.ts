import type { StateProblem } from '#contract/state-problem.ts'
import type { DescribeStates } from '../services/index.ts'
import { checkFigures } from './check-figures.ts'
import { listContradictions } from './compare-order.ts'
import {
  findInvoiceByReference,
  type InvoiceStateRow,
  listInvoiceGroupStates,
  listInvoiceStates,
  parseInvoiceKey,
  toInvoiceKey,
} from './store.ts'

/** Describes invoices and credit notes for the service that sent them. */
export const describeInvoices: DescribeStates = async (ctx, keys) => {
  const rows = await listInvoiceStates(ctx.db, keys.map(parseInvoiceKey))
  return new Map(rows.map(row => [toInvoiceKey(row), describeInvoice(row)]))
}

/** Describes a few of them with what contradicts their orders, as both are now. */
export const describeInvoicesWithOrders: DescribeStates = async (ctx, keys) => {
  const descriptions = await describeInvoices(ctx, keys)
  for (const key of keys) {
    const row = await findInvoiceByReference(ctx.db, parseInvoiceKey(key))
    if (row) descriptions.get(key)?.problems.push(...(await listContradictions(ctx.db, row)))
  }
  return descriptions
}

/** Describes collective invoices for the service that sent them. */
export const describeInvoiceGroups: DescribeStates = async (ctx, keys) => {
  const rows = await listInvoiceGroupStates(ctx.db, keys)
  return new Map(rows.map(row => [row.group_id!, describeInvoice(row)]))
}

const describeInvoice = (row: InvoiceStateRow) => ({ state: row.state, problems: listInvoiceProblems(row) })

/** Lists why an invoice has failed; empty for others. */
export function listInvoiceProblems({
  failure,
  body,
}: Pick<InvoiceStateRow, 'failure' | 'body'>): StateProblem[] {
  if (failure === 'rendering') return [{ path: 'pdf', code: 'rendering-failed', severity: 'error' }]
  return failure === 'figures' && body ? checkFigures(body) : []
}
