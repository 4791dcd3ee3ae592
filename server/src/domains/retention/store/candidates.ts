import { addMonths } from 'date-fns/addMonths'
import { expressionBuilder } from 'kysely'
import { REMINDER_DAYS, RETENTION_MONTHS } from '#contract/retention.ts'
import type { Reader } from '#server/context.ts'
import { type Customer, daysLater, listCustomersByDeletionDate } from '../../customers/index.ts'
import { hasPhotos } from '../../photos/index.ts'
import { hasProjects } from '../../projects/index.ts'
import { type DatedReminder, listReminders } from './reminders.ts'

export interface Candidate {
  customer: Customer
  /** All reminders, of any deadline. */
  reminders: DatedReminder[]
}

/**
 * Customers of a brand who have photos or saved projects and whose reminders or deletion date may be near, in pages by account id. A
 * superset: `planStep` decides.
 */
export async function listCandidates(
  db: Reader,
  brandId: string,
  now: Date,
  after: string,
  limit: number,
): Promise<Candidate[]> {
  const horizon = daysLater(now, REMINDER_DAYS[0] + 2)
  const startedBefore = addMonths(horizon, -RETENTION_MONTHS)
  const page = { brandId, startedBefore, delayedBefore: horizon, after, limit }
  const customers = await listCustomersByDeletionDate(db, page, accountId =>
    expressionBuilder().or([hasPhotos(accountId), hasProjects(accountId)]),
  )
  const reminders = await listReminders(
    db,
    customers.map(customer => customer.account_id),
  )
  return customers.map(customer => ({ customer, reminders: reminders.get(customer.account_id) ?? [] }))
}
