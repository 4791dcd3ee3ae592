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
 * Customers of a brand who have photos or saved projects and whose reminders or deletion date may be near, by account
 * id: at least `limit` of them, unless there are no more. A superset, which `planStep` narrows.
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
  for (let last: string | undefined = after; last !== undefined && customers.length < limit; ) {
    const page = { brandId, startedBefore, delayedBefore: horizon, after: last, limit }
    const found = await listCustomersByDeletionDate(db, page)
    customers.push(...(await filterWithContent(db, found)))
    last = found[limit - 1]?.account_id
  }
  const reminders = await listReminders(
    db,
    customers.map(customer => customer.account_id),
  )
  return customers.map(customer => ({ customer, reminders: reminders.get(customer.account_id) ?? [] }))
}

/**
 * Filters customers to those with photos or saved projects. Three statements, since a cluster stores the three tables
 * at different places.
 */
async function filterWithContent(db: Reader, customers: readonly Customer[]): Promise<Customer[]> {
  const accountIds = customers.map(customer => customer.account_id)
  const withPhotos = await listAccountsWithPhotos(db, accountIds)
  const withProjects = await listAccountsWithProjects(db, accountIds)
  return customers.filter(({ account_id: id }) => withPhotos.has(id) || withProjects.has(id))
}
