import type { Context, Tx } from '#server/context.ts'
import { accountClosed, accountReopened } from './events.ts'
import { closeCustomer, reopenCustomer } from './store/closing.ts'

/** Closes an account and emits `accountClosed`; false when it is closed already. */
export async function closeAccount(
  ctx: Context,
  tx: Tx,
  accountId: string,
  closedAt: Date,
): Promise<boolean> {
  if (!(await closeCustomer(tx, accountId, closedAt))) return false
  await ctx.events.emit(tx, accountClosed, { accountId })
  return true
}

/** Reopens a closed account and emits `accountReopened`; see `reopenCustomer`. */
export async function reopenAccount(
  ctx: Context,
  tx: Tx,
  accountId: string,
  email?: string,
): Promise<Awaited<ReturnType<typeof reopenCustomer>>> {
  const outcome = await reopenCustomer(tx, accountId, email)
  if (outcome === 'reopened') await ctx.events.emit(tx, accountReopened, { accountId })
  return outcome
}
