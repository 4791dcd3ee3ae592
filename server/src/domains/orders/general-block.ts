import type { CancellationBlocker } from '#contract/cancellation.ts'
import type { Context, Reader } from '../../context.ts'
import { findCustomer } from '../customers/index.ts'

/** What prevents changes and cancellations of all orders of an account. */
export type GeneralBlocker = Extract<CancellationBlocker, 'not-available' | 'account-blocked'>

/** Finds what prevents changes and cancellations of all orders of an account; undefined where nothing does. */
export async function findGeneralBlock(
  { config }: Pick<Context, 'config'>,
  db: Reader,
  accountId: string,
): Promise<GeneralBlocker | undefined> {
  if (!config.retailer) return 'not-available'
  const customer = await findCustomer(db, accountId)
  return customer?.business_status === 'Blocked' ? 'account-blocked' : undefined
}
