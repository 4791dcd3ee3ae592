import { addMonths } from 'date-fns/addMonths'
import { REMINDER_DAYS, RETENTION_MONTHS } from '#contract/retention.ts'
import type { Reader } from '#server/context.ts'
import { addDays, type Customer, listCustomersByDeletionDate } from '../../customers/index.ts'
import { listAccountsWithPhotos } from '../../photos/index.ts'
import { listAccountsWithProjects } from '../../projects/index.ts'
import { type DatedReminder, listReminders } from './reminders.ts'

export interface Candidate {
  customer: Customer
  /** All reminders, of any deadline. */
  reminders: DatedReminder[]
}

/**
 * Lists customers of a brand who have photos or saved projects and may soon be due for a reminder or a deletion, sorted
 * by account id after `after`: at least `limit` of them if there are that many. `planStep` decides who is due.
 */
export async function listCandidates(
  db: Reader,
  brandId: string,
  now: Date,
  after: string,
  limit: number,
): Promise<Candidate[]> {
  const horizon = addDays(now, REMINDER_DAYS[0] + 2)
  const startedBefore = addMonths(horizon, -RETENTION_MONTHS)
  const customers: Customer[] = []
  for (let cursor: string | undefined = after; cursor !== undefined && customers.length < limit; ) {
    const page = { brandId, startedBefore, delayedBefore: horizon, after: cursor, limit }
    const batch = await listCustomersByDeletionDate(db, page)
    customers.push(...(await filterCustomersWithContent(db, batch)))
    cursor = batch[limit - 1]?.account_id
  }
  const reminders = await listReminders(
    db,
    customers.map(customer => customer.account_id),
  )
  return customers.map(customer => ({ customer, reminders: reminders.get(customer.account_id) ?? [] }))
}

/**
 * Returns the customers with photos or saved projects. Queries each table separately instead of joining them, because a
 * cluster distributes the tables over different nodes.
 */
async function filterCustomersWithContent(db: Reader, customers: readonly Customer[]): Promise<Customer[]> {
  const accountIds = customers.map(customer => customer.account_id)
  const withPhotos = await listAccountsWithPhotos(db, accountIds)
  const withProjects = await listAccountsWithProjects(db, accountIds)
  return customers.filter(({ account_id: id }) => withPhotos.has(id) || withProjects.has(id))
}
