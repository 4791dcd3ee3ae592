import { addMonths } from 'date-fns/addMonths'
import { type Selectable, sql } from 'kysely'
import { brands } from '#brands/index.ts'
import { REMINDER_DAYS, RETENTION_MONTHS } from '#contract/retention.ts'
import type { Reader } from '../../context.ts'
import { type Customer, listCustomersByDeletionDate } from '../customers/index.ts'
import { hasPhotos } from '../photos/index.ts'
import { daysLater, type RetentionFacts } from './period.ts'
import type { Notice } from './plan.ts'
import type { RetentionDeparturesTable } from './tables.ts'

export type Departure = Selectable<RetentionDeparturesTable>

export const factsOf = (customer: Customer): RetentionFacts => ({
  registeredAt: customer.registered_at,
  lastOrderAt: customer.last_order_at,
  delayedDeletionAt: customer.delayed_deletion_at,
  movedDeletionAt: customer.moved_deletion_at,
  // Saved projects are not kept here yet.
  projectCount: 0,
})

/** The brand's zone; undefined for a brand that has left the configuration: nobody knows its calendar. */
export const zoneOf = (brandId: string): string | undefined =>
  brands.find(brand => brand.id === brandId)?.timeZone

export interface Candidate {
  customer: Customer
  /** Every reminder of whatever deadline. */
  notices: (Notice & { deadline: Date })[]
}

/**
 * Customers of a brand whose reminders or end may be near and who have photos, in pages by account id. Coarse: the plan
 * decides.
 */
export async function candidates(
  db: Reader,
  brandId: string,
  now: Date,
  after: string,
  limit: number,
): Promise<Candidate[]> {
  const horizon = daysLater(now, REMINDER_DAYS[0] + 2)
  const page = await listCustomersByDeletionDate(
    db,
    {
      brandId,
      startedBefore: addMonths(horizon, -RETENTION_MONTHS),
      delayedBefore: horizon,
      after,
      limit,
    },
    hasPhotos,
  )
  const notices = await noticesOf(
    db,
    page.map(customer => customer.account_id),
  )
  return page.map(customer => ({ customer, notices: notices.get(customer.account_id) ?? [] }))
}

export async function noticesOf(
  db: Reader,
  accountIds: readonly string[],
): Promise<Map<string, Candidate['notices']>> {
  if (accountIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('retention_notices')
    .selectAll()
    .where('account_id', 'in', [...accountIds])
    .execute()
  const notices = rows.map(row => ({
    accountId: row.account_id,
    deadline: row.deadline,
    daysBefore: row.days_before,
    state: row.state,
    at: row.sent_at ?? row.tried_at ?? row.due_at,
  }))
  return Map.groupBy(notices, notice => notice.accountId)
}

/** Those of one deadline, for the plan. */
export const ofDeadline = (notices: Candidate['notices']) => (deadline: Date) =>
  notices.filter(notice => notice.deadline.getTime() === deadline.getTime())

const OPEN = ['leaving', 'left', 'returning', 'erasing'] as const

/** The library of this account that is on its way out or back, if it is. */
export function openDeparture(db: Reader, accountId: string): Promise<Departure | undefined> {
  return db
    .selectFrom('retention_departures')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('state', 'in', OPEN)
    .executeTakeFirst()
}

/** All libraries on their way, in pages by account id. */
export function openDepartures(db: Reader, after: string, limit: number): Promise<Departure[]> {
  return db
    .selectFrom('retention_departures')
    .selectAll()
    .where('state', 'in', OPEN)
    .where('account_id', '>', after)
    .orderBy('account_id')
    .limit(limit)
    .execute()
}

/** Libraries of a brand whose grace is over at `now`. */
export function departuresToErase(db: Reader, brandId: string, now: Date): Promise<Departure[]> {
  return db
    .selectFrom('retention_departures')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('state', '=', 'left')
    .where('erase_at', '<=', now)
    .orderBy('account_id')
    .execute()
}

/** How many libraries of the brand began to leave, or to be erased, on that day. */
export async function countBegun(
  db: Reader,
  brandId: string,
  column: 'left_on' | 'erasing_on',
  day: string,
): Promise<number> {
  const { count } = await db
    .selectFrom('retention_departures')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('brand_id', '=', brandId)
    .where(column, '=', day)
    .executeTakeFirstOrThrow()
  return count
}
