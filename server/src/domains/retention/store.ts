import { addMonths } from 'date-fns/addMonths'
import { type Selectable, sql } from 'kysely'
import { brands } from '#brands/index.ts'
import { REMINDER_DAYS, RETENTION_MONTHS } from '#contract/retention.ts'
import type { Reader, Tx } from '../../context.ts'
import type { Schema } from '../../schema.ts'
import { daysLater, type RetentionFacts } from './period.ts'
import type { Notice } from './plan.ts'
import type { RetentionDeparturesTable } from './tables.ts'

export type Departure = Selectable<RetentionDeparturesTable>

const FACTS = [
  'account_id',
  'email',
  'brand_id',
  'locale',
  'registered_at',
  'last_order_at',
  'delayed_deletion_at',
  'moved_deletion_at',
  'deleted_at',
] as const

/** A customer as the retention sees one. */
export type Subject = Pick<Selectable<Schema['customers']>, (typeof FACTS)[number]>

export const factsOf = (subject: Subject): RetentionFacts => ({
  registeredAt: subject.registered_at,
  lastOrderAt: subject.last_order_at,
  delayedDeletionAt: subject.delayed_deletion_at,
  movedDeletionAt: subject.moved_deletion_at,
  // Saved projects are not kept here yet.
  projectCount: 0,
})

/** The brand's zone; undefined for a brand that has left the configuration: nobody knows its calendar. */
export const zoneOf = (brandId: string): string | undefined =>
  brands.find(brand => brand.id === brandId)?.timeZone

export function findSubject(db: Reader, accountId: string): Promise<Subject | undefined> {
  return db.selectFrom('customers').select(FACTS).where('account_id', '=', accountId).executeTakeFirst()
}

/** Locked against orders until the transaction ends. */
export function lockSubject(tx: Tx, accountId: string): Promise<Subject | undefined> {
  return tx.db
    .selectFrom('customers')
    .select(FACTS)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
}

export interface Candidate {
  subject: Subject
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
  const subjects = await db
    .selectFrom('customers')
    .select(FACTS)
    .where('brand_id', '=', brandId)
    .where('deleted_at', 'is', null)
    .where('account_id', '>', after)
    .where(eb =>
      eb.or([
        eb(sql`coalesce(last_order_at, registered_at)`, '<=', addMonths(horizon, -RETENTION_MONTHS)),
        eb('delayed_deletion_at', '<=', horizon),
      ]),
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('month_counts')
          .select('month_counts.month')
          .whereRef('month_counts.account_id', '=', 'customers.account_id'),
      ),
    )
    .orderBy('account_id')
    .limit(limit)
    .execute()
  const notices = await noticesOf(
    db,
    subjects.map(subject => subject.account_id),
  )
  return subjects.map(subject => ({ subject, notices: notices.get(subject.account_id) ?? [] }))
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

/** Customers of a brand who have an account. */
export async function countCustomers(db: Reader, brandId: string): Promise<number> {
  const { count } = await db
    .selectFrom('customers')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('brand_id', '=', brandId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

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
