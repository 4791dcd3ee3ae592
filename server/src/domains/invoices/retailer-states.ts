import type { StateProblem } from '#contract/state-problem.ts'
import type { DescribeStates } from '../services/index.ts'
import { checkFigures } from './check-figures.ts'
import { type InvoiceStateRow, listInvoiceGroupStates, listInvoiceStates, toInvoiceKey } from './store.ts'

/** Describes invoices and credit notes for the service that sent them. */
export const describeInvoices: DescribeStates = async (ctx, keys) => {
  const references = keys.map(key => {
    const slash = key.indexOf('/')
    return { channel: key.slice(0, slash), number: key.slice(slash + 1) }
  })
  const rows = await listInvoiceStates(ctx.db, references)
  return new Map(rows.map(row => [toInvoiceKey(row), describeInvoice(row)]))
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
