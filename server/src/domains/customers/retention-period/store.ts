import { sql } from 'kysely'
import { brands } from '#brands/index.ts'
import type { Reader, Tx } from '#server/context.ts'
import { acrossAccounts } from '#server/platform/db/across-accounts.ts'
import { executeForAccounts } from '#server/platform/db/other-nodes.ts'
import { updateRows } from '../../../platform/db/rows.ts'
import { type Customer, selectActiveCustomers } from '../store/customers.ts'
import { findEarliestDeletion, MIN_NOTICE_DAYS, type Reminder } from './earliest-deletion.ts'
import { addDays, addOrder, findInvalidDate, type RetentionFacts } from './period.ts'

/** Returns the number of the brand's customers, without deleted ones. */
export async function countCustomers(db: Reader, brandId: string): Promise<number> {
  const { count } = await selectActiveCustomers(db)
    .select(sql<number>`count(*)::int`.as('count'))
    .where('brand_id', '=', brandId)
    .modifyEnd(acrossAccounts('the guard of the retention compares with all customers of a brand'))
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Lists a page of a brand's customers, by account id, whose period began at or before `startedBefore` or whose delayed
 * date is at or before `delayedBefore`.
 */
export function listCustomersByDeletionDate(
  db: Reader,
  page: { brandId: string; startedBefore: Date; delayedBefore: Date; after: string; limit: number },
): Promise<Customer[]> {
  return selectActiveCustomers(db)
    .selectAll()
    .where('brand_id', '=', page.brandId)
    .where('account_id', '>', page.after)
    .where(eb =>
      eb.or([
        eb(sql`coalesce(last_order_at, registered_at)`, '<=', page.startedBefore),
        eb('delayed_deletion_at', '<=', page.delayedBefore),
      ]),
    )
    .orderBy('account_id')
    .limit(page.limit)
    .modifyEnd(acrossAccounts('the retention visits all customers of a brand'))
    .execute()
}

/** Sets the delayed date of customer care, until when photos are kept at least; null removes it. */
export const setDelayedDeletion = (tx: Tx, accountId: string, delayedUntil: Date | null): Promise<void> =>
  updateCustomer(tx, accountId, { delayed_deletion_at: delayedUntil })

/** Sets the moved date, to which the retention itself postponed the deletion. */
export const setMovedDeletion = (tx: Tx, accountId: string, movedTo: Date): Promise<void> =>
  setMovedDeletions(tx, [accountId], movedTo)

/** Sets one moved date of several customers. */
export async function setMovedDeletions(tx: Tx, accountIds: readonly string[], movedTo: Date): Promise<void> {
  await executeForAccounts(tx.db, accountIds, ids =>
    tx.db
      .updateTable('customers')
      .set({ moved_deletion_at: movedTo })
      .where('account_id', 'in', [...ids])
      .execute(),
  )
}

/** Sets when the customer last added a photo; composable with the statement that adds it. */
export const updateLastUpload = (db: Reader, accountId: string, uploadedAt: Date | string) =>
  db.updateTable('customers').set({ last_uploaded_at: uploadedAt }).where('account_id', '=', accountId)

/** Restarts the retention period with an order of that instant. Returns the instant of the last order. */
export async function setLastOrder(
  tx: Tx,
  customer: Customer,
  { orderedAt, now }: { orderedAt: Date; now: Date },
): Promise<Date> {
  const facts = toRetentionFacts(customer)
  const { lastOrderAt, delayedDeletionAt, movedDeletionAt = null } = addOrder(facts, { orderedAt, now })
  if (customer.last_order_at && lastOrderAt === facts.lastOrderAt) return customer.last_order_at
  await updateCustomer(tx, customer.account_id, {
    last_order_at: lastOrderAt,
    delayed_deletion_at: delayedDeletionAt,
    moved_deletion_at: movedDeletionAt,
  })
  return orderedAt
}

async function updateCustomer(
  tx: Tx,
  accountId: string,
  values: Partial<Pick<Customer, 'last_order_at' | 'delayed_deletion_at' | 'moved_deletion_at'>>,
): Promise<void> {
  await updateRows(tx.db, 'customers', { account_id: accountId }, values)
}

/** Returns the facts that the retention rule needs, from the customer's row. */
export const toRetentionFacts = (customer: Customer): RetentionFacts => ({
  registeredAt: customer.registered_at,
  lastOrderAt: customer.last_order_at,
  delayedDeletionAt: customer.delayed_deletion_at,
  movedDeletionAt: customer.moved_deletion_at,
  lastUploadedAt: customer.last_uploaded_at,
})

/** Finds the brand's time zone; undefined for a brand that is no longer configured, whose calendar is unknown. */
export const findTimeZone = (brandId: string): string | undefined =>
  brands.find(brand => brand.id === brandId)?.timeZone

/**
 * Returns the earliest instant at which the customer's saved projects can be deleted, as if every reminder had
 * been sent: a few days before the real one if none was. Null while a date is invalid.
 */
export function findDeletionDate(customer: Customer, now: Date): Date | null {
  const zone = findTimeZone(customer.brand_id)
  const facts = toRetentionFacts(customer)
  return zone && !findInvalidDate(facts, now) ? findEarliestDeletion(facts, assumeReminded, now, zone) : null
}

const assumeReminded = (deadline: Date): Reminder[] => [
  { daysBefore: MIN_NOTICE_DAYS, state: 'sent', at: addDays(deadline, -MIN_NOTICE_DAYS) },
]
