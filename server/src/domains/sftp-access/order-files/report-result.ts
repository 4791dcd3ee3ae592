import type { FieldIssues } from '#contract/input/field-issues.ts'
import type { Context, Tx } from '../../../context.ts'
import { findRow } from '../../../platform/db/rows.ts'
import { emitOrderFileAccepted, emitOrderFileRefused } from '../../callbacks/index.ts'
import { type FileOrderRow, findFileName } from '../store.ts'

/** Emits the callback of a complete order file that is no order, or whose order was placed before. */
export async function reportFile(
  ctx: Context,
  tx: Tx,
  { accountId, name }: { accountId: string; name: string },
  { issues, requestId }: { issues?: FieldIssues | undefined; requestId?: string | undefined },
): Promise<void> {
  if (issues)
    return emitOrderFileRefused(ctx, tx, accountId, {
      fileName: name,
      reference: null,
      problems: listProblems(issues),
    })
  const order =
    requestId === undefined ? undefined : await findRow(tx.db, 'file_orders', { request_id: requestId })
  if (order?.state === 'ordered') await reportOrder(ctx, tx, order, name)
}

/** Emits the callback of an order that the retailer has placed or refused; the file may have been removed. */
export async function reportOrder(ctx: Context, tx: Tx, order: FileOrderRow, name?: string): Promise<void> {
  const { account_id: accountId, request_id, reference, refusal, order_codes } = order
  const fileName = name ?? (await findFileName(tx.db, accountId, request_id)) ?? null
  if (order.state === 'ordered')
    await emitOrderFileAccepted(ctx, tx, accountId, { fileName, reference, orderCodes: order_codes ?? [] })
  else
    await emitOrderFileRefused(ctx, tx, accountId, {
      fileName,
      reference,
      problems: listProblems({ order: refusal ?? 'gone' }),
    })
}

/** Lists issues as the lines of a result file, which are stable because programs parse them. */
export const listProblems = (issues: Readonly<Record<string, string>>): string[] =>
  Object.entries(issues).map(([field, issue]) => `${field}: ${issue}`)
