import { addMonths } from 'date-fns/addMonths'
import { type Selectable, type SqlBool, sql } from 'kysely'
import { RETENTION_MONTHS } from '#contract/retention.ts'
import type { Reader, Tx } from '#server/context.ts'
import { createAccount, normalEmail, setPasswordHash } from '../identity/index.ts'
import type { CustomersTable } from './tables.ts'

/** A row of customers. */
export type Customer = Selectable<CustomersTable>

export interface NewCustomer {
  email: string
  brandId: string
  locale: string
  registeredAt: Date
  firstName?: string
  lastName?: string
  /** Makes a business customer. */
  businessStatus?: 'Default' | 'New' | 'Active' | 'Blocked'
  /** Without one the customer chooses one by 'Forgot your password?'. */
  passwordHash?: string
}

/** Creates a customer, address proven, and answers the account id; null when the address is taken. */
export async function createCustomer(tx: Tx, customer: NewCustomer): Promise<string | null> {
  const accountId = await createAccount(tx, { ...customer, business: customer.businessStatus !== undefined })
  if (!accountId) return null
  await tx.db
    .updateTable('customers')
    .set({
      first_name: customer.firstName ?? null,
      last_name: customer.lastName ?? null,
      business_status: customer.businessStatus ?? null,
    })
    .where('account_id', '=', accountId)
    .execute()
  if (customer.passwordHash)
    await setPasswordHash(tx, accountId, customer.passwordHash, customer.registeredAt)
  return accountId
}

/** The customer, deleted or not. */
export function findCustomer(db: Reader, accountId: string): Promise<Customer | undefined> {
  return db.selectFrom('customers').selectAll().where('account_id', '=', accountId).executeTakeFirst()
}

/** The customer's row, locked against orders and the end of the retention period until the transaction ends. */
export function lockCustomer(tx: Tx, accountId: string): Promise<Customer | undefined> {
  return tx.db
    .selectFrom('customers')
    .selectAll()
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
}

/**
 * Starts the customer's retention period anew with an order of that instant, unless a later one counts already. A
 * delayed date of customer care that would shorten the new period ends with it. Answers the last order's instant.
 */
export async function countOrder(tx: Tx, customer: Customer, orderedAt: Date): Promise<Date> {
  const { account_id, last_order_at, delayed_deletion_at } = customer
  if (last_order_at && last_order_at >= orderedAt) return last_order_at
  const outdated = delayed_deletion_at && delayed_deletion_at < addMonths(orderedAt, RETENTION_MONTHS)
  await tx.db
    .updateTable('customers')
    .set({ last_order_at: orderedAt, ...(outdated ? { delayed_deletion_at: null } : {}) })
    .where('account_id', '=', account_id)
    .execute()
  return orderedAt
}

/** The customer who signs in with this address. */
export function findByEmail(db: Reader, email: string): Promise<Customer | undefined> {
  return db
    .selectFrom('customers')
    .selectAll()
    .where('email', '=', normalEmail(email))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/**
 * Customers by what an operator calls them: the address they sign in with, or their account id. Deleted and unknown ones
 * are not in the answer.
 */
export async function findNamed(
  db: Reader,
  names: readonly string[],
): Promise<ReadonlyMap<string, Pick<Customer, 'account_id' | 'email'>>> {
  if (names.length === 0) return new Map()
  const spelt = names.map(name => ({ name, normal: name.includes('@') ? normalEmail(name) : name }))
  const asked = [...new Set(spelt.map(({ normal }) => normal))]
  const rows = await db
    .selectFrom('customers')
    .select(['account_id', 'email'])
    .where(sql<SqlBool>`(email = any(${asked}::text[]) or account_id = any(${asked}::text[]))`)
    .where('deleted_at', 'is', null)
    .execute()
  const found = new Map(rows.flatMap(row => [[row.email, row] as const, [row.account_id, row] as const]))
  return new Map(
    spelt.flatMap(({ name, normal }) => {
      const customer = found.get(normal)
      return customer ? [[name, customer] as const] : []
    }),
  )
}
