import type { Closure } from '#contract/closures.ts'
import { type Context, change } from '../../context.ts'
import { Failure, notFound } from '../../http/failure.ts'
import { reopenAccount } from '../customers/index.ts'
import { hashSecret } from '../identity/index.ts'
import { listOpenOrders } from '../orders/index.ts'
import { findClosure, lockClosure } from './store.ts'

/** Returns the state of the account that the mailed link reopens; 404 for an unknown link. */
export async function getClosure(ctx: Context, token: string): Promise<Closure> {
  const closure = await findClosure(ctx.db, hashSecret(token))
  if (!closure) throw notFound('Link')
  const { state, account_id: accountId, erase_at: eraseAt } = closure
  const isClosed = state === 'closed' && accountId !== null && eraseAt > ctx.clock.now()
  const orders = isClosed ? await listOpenOrders(ctx.db, accountId) : []
  return {
    state: isClosed ? 'closed' : state === 'reopened' ? 'reopened' : 'deleted',
    deletionDate: eraseAt.toISOString(),
    openOrders: orders.map(order => order.code),
  }
}

/**
 * Reopens the account of the mailed link with everything in it, until the end of its grace period; repeating it changes
 * nothing. Throws 404 for an unknown link, 409 when another account has the email address by now, 410 once the data are
 * being erased.
 */
export async function reopenClosedAccount(ctx: Context, token: string): Promise<void> {
  const keepHash = hashSecret(token)
  await change(ctx, async tx => {
    const closure = await lockClosure(tx, keepHash)
    if (!closure) throw notFound('Link')
    if (closure.state === 'reopened') return
    const { account_id: accountId, state, erase_at: eraseAt } = closure
    if (state !== 'closed' || accountId === null || eraseAt <= ctx.clock.now())
      throw createAccountDeletedFailure()
    const outcome = await reopenAccount(ctx, tx, accountId)
    if (outcome === 'gone') throw createAccountDeletedFailure()
    if (outcome === 'address-taken') throw createAddressTakenFailure()
    tx.afterCommit(() => ctx.log.info({ accountId }, 'account reopened'))
  })
}

const createAccountDeletedFailure = () => new Failure('gone', 'The account is deleted')
const createAddressTakenFailure = () =>
  new Failure('conflict', 'Another account has the email address by now')
