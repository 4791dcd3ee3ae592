import type { Context, Tx } from '#server/context.ts'
import { type AccountEraser, defineDomain } from '#server/domain.ts'
import { countAccountRows, deleteAccountRows, selectAccountRows } from '#server/platform/db/account-rows.ts'
import { businessJobs } from './business/jobs.ts'
import { businessStatusCommand } from './business/status-command.ts'
import { customerCase } from './case-lines.ts'
import {
  accountClosed,
  accountReopened,
  callbackAddressChanged,
  checkoutDetailsChanged,
  invoiceEmailChanged,
} from './events.ts'
import { customerRoutes } from './routes.ts'
import { closeCustomer, reopenCustomer } from './store/closing.ts'
import { customerTables } from './tables.ts'
import { customerUndo } from './undo.ts'

export { getActiveCustomer, lockActiveCustomer } from './active-customer.ts'
export { revertHeldInvoiceEmail } from './business/details.ts'
export { findBusinessDetails } from './business/store.ts'
export { endTickets } from './checkout-tickets/store.ts'
export {
  AmbiguousAddressError,
  describeAmbiguity,
  findCustomerByEmailOrId,
  findCustomerToErase,
} from './customer-lookup.ts'
export { changeDetails } from './details.ts'
export { selectOpenAccounts } from './directory/store.ts'
export {
  accountClosed,
  accountReopened,
  type CallbackAddressChange,
  callbackAddressChanged,
  checkoutDetailsChanged,
  invoiceEmailChanged,
  RecentSignInNeeded,
} from './events.ts'
export { type AccountSubmission, lockRecipient, receiveAccountVersion } from './receive-account-version.ts'
export {
  findEarliestDeletion,
  findReactivatedDeletion,
  type GetReminders,
  getDueReminderDays,
  type Reminder,
  type ReminderDays,
  setDelay,
} from './retention-period/earliest-deletion.ts'
export {
  addDays,
  computePeriod,
  countDaysUntil,
  findInvalidDate,
  findLastRestorableDay,
  POSTPONED_DAYS,
  type RetentionFacts,
  type RetentionPeriod,
} from './retention-period/period.ts'
export {
  countCustomers,
  findDeletionDate,
  findTimeZone,
  listCustomersByDeletionDate,
  setDelayedDeletion,
  setLastOrder,
  setMovedDeletion,
  setMovedDeletions,
  toRetentionFacts,
  updateLastUpload,
} from './retention-period/store.ts'
export { getCustomerOfCaller } from './routes.ts'
export { markCustomerErasing } from './store/closing.ts'
export { createCustomer, type NewCustomer } from './store/creation.ts'
export {
  type Customer,
  findActiveCustomer,
  findCustomer,
  findCustomerByEmail,
  findCustomersById,
  lockCustomer,
  lockCustomers,
  selectActiveCustomers,
  selectCustomer,
} from './store/customers.ts'
export { setCustomerDetails, setEmail } from './store/details.ts'
export { type CustomerMatch, findCustomersByEmailOrId } from './store/lookup.ts'

/** An interrupted erasure is found by the customer's row; jobs of the account are removed before it. */
const customerEraser: AccountEraser = {
  isRecord: true,
  count: async (ctx, accountId) => ({
    ...(await countAccountRows(ctx.db, selectAccountRows(customerTables, accountId))),
    jobs: await ctx.jobs.countQueued('accountId', accountId),
  }),
  async erase(ctx, { accountId }) {
    await ctx.jobs.deleteQueued('accountId', accountId)
    await deleteAccountRows(ctx.db, selectAccountRows(customerTables, accountId))
  },
}

/** The customers: one row per account with e-mail address, name, brand and retention dates; their address books. */
export const customers = defineDomain({
  name: 'customers',
  caseLines: customerCase,
  dependsOn: ['brands', 'services', 'journal', 'retailer-outbox', 'mails'],
  tables: customerTables,
  routes: customerRoutes,
  jobs: businessJobs,
  commands: [businessStatusCommand],
  emits: [
    accountClosed,
    accountReopened,
    callbackAddressChanged,
    checkoutDetailsChanged,
    invoiceEmailChanged,
  ],
  undo: customerUndo,
  eraseAccount: customerEraser,
})

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
