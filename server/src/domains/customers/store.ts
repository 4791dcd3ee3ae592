import { randomUUID } from 'node:crypto'
import { addMonths } from 'date-fns/addMonths'
import { type Selectable, type SqlBool, sql } from 'kysely'
import { vendorOfBrand } from '#brands/index.ts'
import type { BusinessStatus } from '#contract/business-details.ts'
import { normalizeEmail } from '#contract/input/email-address.ts'
import { RETENTION_MONTHS } from '#contract/retention.ts'
import type { Reader, Tx } from '#server/context.ts'
import type { AccountRows } from '#server/platform/db/account-rows.ts'
import { acrossAccounts } from '#server/platform/db/across-accounts.ts'
import { isUniqueViolation } from '#server/platform/db/error-codes.ts'
import { lockAcrossNodes } from '#server/platform/db/lock-across-nodes.ts'
import { executeForAccounts } from '#server/platform/db/other-nodes.ts'
import { addressRows } from './addresses/store.ts'
import { businessRows } from './business/store.ts'
import {
  deleteEntry,
  directoryRows,
  findAccountIdByEmail,
  insertEntry,
  listAccountIdsByEmailOrId,
  setEntryEmail,
} from './directory/store.ts'
import type { CustomersTable } from './tables.ts'

/** A row of customers. */
export type Customer = Selectable<CustomersTable>

export interface NewCustomer {
  /** An external provider's subject; a random id when left out. */
  id?: string
  email: string
  brandId: string
  locale: string
  registeredAt: Date
  firstName?: string
  lastName?: string
  business?: boolean
  /** Makes a business customer; that of one is 'Default' if left out. */
  businessStatus?: BusinessStatus
}

/** Creates a customer of the brand's vendor; null when the address is taken there, or the given id anywhere. */
export async function createCustomer(
  tx: Pick<Tx, 'db'>,
  { id = randomUUID(), business = false, ...customer }: NewCustomer,
): Promise<string | null> {
  const email = normalizeEmail(customer.email)
  const vendor = vendorOfBrand(customer.brandId)
  const isBusiness = business || customer.businessStatus !== undefined
  if (!(await insertEntry(tx, { account_id: id, vendor, email, business: isBusiness }))) return null
  const created = await tx.db
    .insertInto('customers')
    .values({
      account_id: id,
      email,
      first_name: customer.firstName ?? null,
      last_name: customer.lastName ?? null,
      business: isBusiness,
      business_status: customer.businessStatus ?? (business ? 'Default' : null),
      brand_id: customer.brandId,
      vendor,
      locale: customer.locale,
      registered_at: customer.registeredAt,
    })
    .onConflict(oc => oc.doNothing())
    .returning('account_id')
    .executeTakeFirst()
  if (!created) await deleteEntry(tx, id)
  return created?.account_id ?? null
}

/** The customer's row as a query without columns, deleted or not. */
export const selectCustomer = (db: Reader, accountId: string) =>
  db.selectFrom('customers').where('customers.account_id', '=', accountId)

/** All customers that are not deleted, as a query without columns; for joins by account with other distributed tables. */
export const activeCustomers = (db: Reader) =>
  db.selectFrom('customers').where('customers.deleted_at', 'is', null)

/** The customer, deleted or not. */
export function findCustomer(db: Reader, accountId: string): Promise<Customer | undefined> {
  return selectCustomer(db, accountId).selectAll().executeTakeFirst()
}

/** The customer, unless deleted. */
export function findActiveCustomer(db: Reader, accountId: string): Promise<Customer | undefined> {
  return activeCustomers(db).selectAll().where('account_id', '=', accountId).executeTakeFirst()
}

/** The vendor's customer with this e-mail address, unless deleted. */
export async function findCustomerByEmail(
  db: Reader,
  { vendor, email }: { vendor: string; email: string },
): Promise<Customer | undefined> {
  const accountId = await findAccountIdByEmail(db, { vendor, email: normalizeEmail(email) })
  return accountId === undefined ? undefined : findActiveCustomer(db, accountId)
}

/** Customers that are not deleted, by account id. */
export async function findCustomersById(
  db: Reader,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, Customer>> {
  const rows = await activeCustomers(db)
    .selectAll()
    .where(sql<SqlBool>`account_id = any(${accountIds}::text[])`)
    .execute()
  return new Map(rows.map(row => [row.account_id, row]))
}

export type NamedCustomer = Pick<Customer, 'account_id' | 'brand_id' | 'vendor'>

/**
 * Customers by e-mail address or account id, as given by an operator: an address may have accounts at several vendors.
 * Deleted and unknown ones are left out.
 */
export async function findCustomersByEmailOrId(
  db: Reader,
  names: readonly string[],
): Promise<ReadonlyMap<string, readonly NamedCustomer[]>> {
  if (names.length === 0) return new Map()
  const normalized = names.map(name => ({ name, key: name.includes('@') ? normalizeEmail(name) : name }))
  const keys = [...new Set(normalized.map(({ key }) => key))]
  const accountIds = await listAccountIdsByEmailOrId(db, keys)
  if (accountIds.length === 0) return new Map()
  const rows = await activeCustomers(db)
    .select(['account_id', 'email', 'brand_id', 'vendor'])
    .where('account_id', 'in', accountIds)
    .execute()
  const found = Map.groupBy(
    rows.flatMap(row => [row.email, row.account_id].map(key => ({ key, row }))),
    ({ key }) => key,
  )
  return new Map(
    normalized.flatMap(({ name, key }) => {
      const customers = found.get(key)
      return customers ? [[name, customers.map(({ row }) => row)] as const] : []
    }),
  )
}

/** The customer's row, locked against orders and the end of the retention period until the transaction ends. */
export async function lockCustomer(tx: Tx, accountId: string): Promise<Customer | undefined> {
  return (await lockCustomers(tx, [accountId]))[0]
}

/** The rows of these customers, locked in the same way, in the order of their ids. */
export function lockCustomers(tx: Tx, accountIds: readonly string[]): Promise<Customer[]> {
  return executeForAccounts(tx.db, accountIds, async ids => {
    for (const id of ids) await lockAcrossNodes(tx.db, `customer ${id}`)
    return tx.db
      .selectFrom('customers')
      .selectAll()
      .where('account_id', 'in', [...ids])
      .orderBy('account_id')
      .forUpdate()
      .execute()
  })
}

/** How many customers the brand has, without deleted ones. */
export async function countCustomers(db: Reader, brandId: string): Promise<number> {
  const { count } = await activeCustomers(db)
    .select(sql<number>`count(*)::int`.as('count'))
    .where('brand_id', '=', brandId)
    .modifyEnd(acrossAccounts('the guard of the retention compares with all customers of a brand'))
    .executeTakeFirstOrThrow()
  return count
}

/**
 * A page of a brand's customers, by account id, whose period began at or before `startedBefore` or whose delayed date
 * is at or before `delayedBefore`.
 */
export function listCustomersByDeletionDate(
  db: Reader,
  page: { brandId: string; startedBefore: Date; delayedBefore: Date; after: string; limit: number },
): Promise<Customer[]> {
  return activeCustomers(db)
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

/**
 * Closes the account: from then on sign-in is impossible and every token is refused. False when it is closed already.
 */
export async function closeCustomer(tx: Tx, accountId: string, closedAt: Date): Promise<boolean> {
  const closed = await tx.db
    .updateTable('customers')
    .set({ deleted_at: closedAt })
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .returning('account_id')
    .executeTakeFirst()
  if (closed) await deleteEntry(tx, accountId)
  return closed !== undefined
}

/**
 * Opens a closed account again, with its own e-mail address or another one. 'address-taken' when another account of the
 * vendor has it by now, after which the transaction must be rolled back; 'gone' when the account is not closed or is being
 * erased.
 */
export async function reopenCustomer(
  tx: Tx,
  accountId: string,
  email?: string,
): Promise<'reopened' | 'address-taken' | 'gone'> {
  const closed = await selectCustomer(tx.db, accountId)
    .select(['account_id', 'vendor', 'email', 'business'])
    .where('deleted_at', 'is not', null)
    .where('erasing_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!closed) return 'gone'
  const entry = { ...closed, ...(email && { email: normalizeEmail(email) }) }
  if (!(await insertEntry(tx, entry))) return 'address-taken'
  await tx.db
    .updateTable('customers')
    .set({ deleted_at: null, email: entry.email })
    .where('account_id', '=', accountId)
    .execute()
  return 'reopened'
}

/** Marks the customer as being erased, closed before or not: nothing is stored for the account from then on. */
export async function markCustomerErasing(tx: Tx, accountId: string, now: Date): Promise<void> {
  await tx.db
    .updateTable('customers')
    .set(({ fn, val }) => ({
      deleted_at: fn.coalesce('deleted_at', val(now)),
      erasing_at: fn.coalesce('erasing_at', val(now)),
    }))
    .where('account_id', '=', accountId)
    .execute()
  await deleteEntry(tx, accountId)
}

/**
 * The customers whom an operator names by e-mail address or account id. Those that are marked as deleted come first:
 * their erasure was interrupted, and the address may belong to a new account by now.
 */
export function listNamedCustomers(db: Reader, name: string): Promise<Customer[]> {
  return db
    .selectFrom('customers')
    .selectAll()
    .where(eb => eb.or([eb('account_id', '=', name), eb('email', '=', normalizeEmail(name))]))
    .orderBy('deleted_at', order => order.asc().nullsLast())
    .modifyEnd(
      acrossAccounts('an operator names a deleted account by its address, which the directory no longer has'),
    )
    .execute()
}

/** Sets the delayed date of customer care, until when photos are kept at least (OP-01); null removes it. */
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

/** Sets when the customer last added a photo, as a part of the statement that adds it (RV-506). */
export const updateLastUpload = (db: Reader, accountId: string, uploadedAt: Date | string) =>
  db.updateTable('customers').set({ last_uploaded_at: uploadedAt }).where('account_id', '=', accountId)

/**
 * Restarts the retention period with an order of that instant, unless there is a later order. Removes a delayed date
 * that would shorten the new period. Returns the instant of the last order.
 */
export async function setLastOrder(tx: Tx, customer: Customer, orderedAt: Date): Promise<Date> {
  const { account_id, last_order_at, delayed_deletion_at } = customer
  if (last_order_at && last_order_at >= orderedAt) return last_order_at
  const outdated = delayed_deletion_at && delayed_deletion_at < addMonths(orderedAt, RETENTION_MONTHS)
  await updateCustomer(tx, account_id, {
    last_order_at: orderedAt,
    ...(outdated ? { delayed_deletion_at: null } : {}),
  })
  return orderedAt
}

async function updateCustomer(
  tx: Tx,
  accountId: string,
  values: Partial<Pick<Customer, 'last_order_at' | 'delayed_deletion_at'>>,
): Promise<void> {
  await tx.db.updateTable('customers').set(values).where('account_id', '=', accountId).execute()
}

/**
 * Replaces the e-mail address of a customer who is not deleted; false when another customer of the vendor has it, after
 * which the transaction must be rolled back.
 */
export async function setEmail(tx: Tx, accountId: string, email: string): Promise<boolean> {
  try {
    await setEntryEmail(tx, accountId, normalizeEmail(email))
    await tx.db
      .updateTable('customers')
      .set({ email: normalizeEmail(email) })
      .where('account_id', '=', accountId)
      .where('deleted_at', 'is', null)
      .execute()
    return true
  } catch (error) {
    if (isUniqueViolation(error)) return false
    throw error
  }
}

/** Sets the status of a business customer. */
export async function setBusinessStatus(tx: Tx, accountId: string, status: BusinessStatus): Promise<void> {
  await tx.db
    .updateTable('customers')
    .set({ business_status: status })
    .where('account_id', '=', accountId)
    .execute()
}

/** Stores the status that the retailer sent. */
export async function setRetailerStatus(
  tx: Tx,
  accountId: string,
  sent: { status: 'Active' | 'Blocked'; version: number },
): Promise<void> {
  await tx.db
    .updateTable('customers')
    .set({ retailer_status: sent.status, retailer_status_version: sent.version })
    .where('account_id', '=', accountId)
    .execute()
}

/** What customers change themselves. */
export type CustomerChanges = Partial<
  Pick<
    Customer,
    | 'salutation'
    | 'first_name'
    | 'last_name'
    | 'date_of_birth'
    | 'phone_number'
    | 'locale'
    | 'payment_method'
    | 'callback_url'
    | 'callback_format'
  >
>

/** Writes the given columns only, so that concurrent changes of others are kept; undefined once deleted. */
export async function setCustomerDetails(
  tx: Tx,
  accountId: string,
  changes: CustomerChanges,
): Promise<Customer | undefined> {
  return (
    tx.db
      .updateTable('customers')
      // One column at least, also without changes.
      .set(eb => ({ ...changes, registered_at: eb.ref('registered_at') }))
      .where('account_id', '=', accountId)
      .where('deleted_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
  )
}

/** The account's rows, to count and to erase. */
export const accountRows = (accountId: string): AccountRows => ({
  ...addressRows(accountId),
  ...businessRows(accountId),
  ...directoryRows(accountId),
  customers: sql`from customers where account_id = ${accountId}`,
})
