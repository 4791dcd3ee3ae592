import { millisecondsInDay } from 'date-fns/constants'
import type { Selectable } from 'kysely'
import { deleteCustomer } from '#contract/retailer-calls/customers.ts'
import { type Context, change, type Tx } from '../../context.ts'
import type { Domain } from '../../domain.ts'
import { readRows } from '../../platform/db/read-rows.ts'
import {
  atMost,
  deleteRows,
  greaterThan,
  lessThan,
  listFirstRows,
  lockRow,
  updateRows,
} from '../../platform/db/rows.ts'
import { markCustomerErasing } from '../customers/index.ts'
import { defineMessageKind, enqueueMessage } from '../retailer-outbox/index.ts'
import { eraseAccount } from './erase-account.ts'
import type { ClosuresTable } from './tables.ts'

const PAGE = 100
/** Days after the erasure for which the mailed link still answers that the account was deleted. */
const RECORD_DAYS = 365

/**
 * Erases the closed accounts whose grace period is over. It may run in parallel and may crash at any point: the next
 * run completes the erasures. One account's failure does not stop the others; the run throws at the end.
 */
export async function eraseDueClosures(
  ctx: Context,
  domains: readonly Domain[],
  signal: AbortSignal,
): Promise<void> {
  const failures: unknown[] = []
  const due = { state: ['closed', 'erasing'], erase_at: atMost(ctx.clock.now()) } as const
  const dueClosures = readRows<Selectable<ClosuresTable>>(PAGE, (last, limit) => {
    const next = { ...due, keep_hash: greaterThan(last?.keep_hash ?? '') }
    return listFirstRows(ctx.db, 'closures', next, limit, 'keep_hash')
  })
  for await (const { keep_hash, account_id: accountId } of dueClosures) {
    if (signal.aborted) return
    try {
      await eraseClosedAccount(ctx, domains, keep_hash)
    } catch (error) {
      ctx.log.error({ err: error, accountId }, 'closed account was not erased')
      failures.push(error)
    }
  }
  await deleteRows(ctx.db, 'closures', {
    state: 'erased',
    ended_at: lessThan(new Date(ctx.clock.now().getTime() - RECORD_DAYS * millisecondsInDay)),
  })
  if (failures.length > 0) throw new AggregateError(failures, 'Some closed accounts were not erased')
}

async function eraseClosedAccount(ctx: Context, domains: readonly Domain[], keepHash: string): Promise<void> {
  const accountId = await startErasure(ctx, keepHash)
  if (accountId) await eraseAccount(ctx, domains, { accountId, by: 'customer', rule: 'closure' })
}

/** Starts the erasure unless the account was reopened; returns the account to erase. */
function startErasure(ctx: Context, keepHash: string): Promise<string | null> {
  return change(ctx, async tx => {
    const closure = await lockRow(tx, 'closures', { keep_hash: keepHash })
    if (!closure?.account_id || (closure.state !== 'closed' && closure.state !== 'erasing')) return null
    if (closure.state === 'closed') {
      await updateRows(tx.db, 'closures', { keep_hash: keepHash }, { state: 'erasing' })
      await markCustomerErasing(tx, closure.account_id, ctx.clock.now())
      await enqueueErasedAccount(ctx, tx, closure.account_id)
    }
    return closure.account_id
  })
}

const erasedAccountMessage = defineMessageKind({
  name: 'closures.erasure',
  call: deleteCustomer,
  build: async (_ctx, { messageId: accountId }) => ({ params: { accountId } }),
})

/** Enqueues the message that the locked account is being erased; does nothing without a retailer. */
async function enqueueErasedAccount(ctx: Context, tx: Tx, accountId: string): Promise<void> {
  // The message has no account id, because it is sent after the account's rows are erased.
  const message = { messageId: accountId, accountId: '', subject: `customer:${accountId}` }
  if (ctx.config.retailer) await enqueueMessage(ctx, tx, erasedAccountMessage, message)
}
