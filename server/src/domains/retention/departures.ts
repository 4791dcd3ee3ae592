import { randomUUID } from 'node:crypto'
import type { Updateable } from 'kysely'
import { type Context, change, type Tx } from '../../context.ts'
import { type Customer, findCustomer, lockCustomer, setMovedDeletion } from '../customers/index.ts'
import { eraseExpired, expirePhotos, returnExpired } from '../photos/index.ts'
import { DAILY_JOB, journal } from './journal.ts'
import { brokenDate, dayIn, daysLater, type Period, periodOf } from './period.ts'
import { MOVED_DAYS, plan } from './plan.ts'
import { publishStorageStatus } from './status.ts'
import { type Departure, factsOf, noticesOf, ofDeadline, openDeparture, zoneOf } from './store.ts'
import type { RetentionDeparturesTable } from './tables.ts'

/*
 * A library's way out, and back: leaving → left → erasing → erased, and from leaving, left and erasing to returning →
 * returned as soon as an order or a delay makes the deadline untrue. Every step is a transaction that begins with the
 * state it finds, so a process may die between any two of them, and two may work at once.
 * Within a transaction photos come first, then months, then the customer: uploads lock in that order, too.
 */

const BATCH = 500

/**
 * First phase: the library begins to leave, if that is still right now that its customer is locked. What comes into it
 * from then on has a date of its own, after the grace. Answers whether it did.
 */
export async function beginLeaving(ctx: Context, accountId: string): Promise<boolean> {
  const now = ctx.clock.now()
  return change(ctx, async tx => {
    const customer = await lockCustomer(tx, accountId)
    const zone = customer && zoneOf(customer.brand_id)
    if (!zone || customer.deleted_at || (await openDeparture(tx.db, accountId))) return false
    const notices = (await noticesOf(tx.db, [accountId])).get(accountId) ?? []
    const step = plan(factsOf(customer), ofDeadline(notices), now, zone)
    if (step.do !== 'leave' || !step.period) return false
    const eraseAt = daysLater(now, ctx.config.retention.graceDays)
    await tx.db
      .insertInto('retention_departures')
      .values({
        account_id: accountId,
        departure_id: randomUUID(),
        brand_id: customer.brand_id,
        deadline: step.period.deletion,
        state: 'leaving',
        left_at: now,
        left_on: dayIn(now, zone),
        erase_at: eraseAt,
        erasing_on: null,
      })
      .execute()
    await setMovedDeletion(tx, accountId, daysLater(eraseAt, MOVED_DAYS))
    await write(tx, now, customer, 'leaving', step.period.rule, { deadline: step.period.deletion })
    return true
  })
}

/** Takes a library on its way as far as it can go now; 'left' waits for its grace to end, `beginErasing` ends it. */
export async function carryOn(ctx: Context, accountId: string, signal?: AbortSignal): Promise<void> {
  for (;;) {
    if (signal?.aborted) return
    const departure = await openDeparture(ctx.db, accountId)
    if (!departure || !(await stepOn(ctx, departure))) return
  }
}

/** One transaction's worth of it; false when there is nothing to do now. */
async function stepOn(ctx: Context, departure: Departure): Promise<boolean> {
  const { state, account_id: accountId } = departure
  if (state === 'returning') {
    await bringBack(ctx, departure)
    return true
  }
  const customer = await findCustomer(ctx.db, accountId)
  const standing = customer ? standingOf(customer, ctx.clock.now()) : null
  if (standing?.over) {
    await beginReturning(ctx, accountId)
    return true
  }
  // A customer whose dates cannot be told any more, or who is deleted, is left as it is.
  if (!standing || state === 'left') return false
  await (state === 'leaving' ? takeAway(ctx, departure) : eraseSome(ctx, departure))
  return true
}

interface Standing {
  /** The deadline lies in the future again: by an order or a delay, not by what the retention moved itself. */
  over: boolean
  period: Period
}

function standingOf(customer: Customer, now: Date): Standing | null {
  const zone = zoneOf(customer.brand_id)
  const facts = { ...factsOf(customer), movedDeletionAt: null }
  if (!zone || customer.deleted_at || brokenDate(facts, now)) return null
  const period = periodOf(facts, zone)
  return { over: period.deletion > now, period }
}

async function takeAway(ctx: Context, { account_id, departure_id, left_at }: Departure): Promise<void> {
  const now = ctx.clock.now()
  await whileItStands(ctx, async tx => {
    const moved = await expirePhotos(ctx, tx, account_id, left_at, BATCH)
    const departure = await lockDeparture(tx, account_id, departure_id, 'leaving')
    const customer = await standing(tx, account_id, now)
    const photos = departure.photos + moved.photos
    const bytes = Number(departure.bytes) + moved.bytes
    const done = moved.photos === 0
    await setDeparture(tx, departure, { photos, bytes, ...(done ? { state: 'left' } : {}) })
    if (!done) return
    await write(tx, now, customer, 'left', 'grace', { deadline: departure.deadline, photos, bytes })
    await publishStorageStatus(ctx, tx, account_id)
  })
}

/**
 * Second phase: the library begins to be erased when its grace is over and no order came. Answers whether it did.
 */
export async function beginErasing(ctx: Context, accountId: string): Promise<boolean> {
  const now = ctx.clock.now()
  return change(ctx, async tx => {
    const departure = await lockOpen(tx, accountId)
    const customer = await lockCustomer(tx, accountId)
    const there = customer && standingOf(customer, now)
    if (departure?.state !== 'left' || departure.erase_at > now || !customer || !there || there.over)
      return false
    await setDeparture(tx, departure, {
      state: 'erasing',
      erasing_on: dayIn(now, zoneOf(customer.brand_id)!),
    })
    await write(tx, now, customer, 'erasing', 'grace-over', amounts(departure))
    return true
  })
}

async function eraseSome(ctx: Context, { account_id, departure_id }: Departure): Promise<void> {
  const now = ctx.clock.now()
  await whileItStands(ctx, async tx => {
    const { photos } = await eraseExpired(ctx, tx, account_id, BATCH)
    const departure = await lockDeparture(tx, account_id, departure_id, 'erasing')
    const customer = await standing(tx, account_id, now)
    const erased = departure.erased + photos
    if (photos > 0) return setDeparture(tx, departure, { erased })
    await setDeparture(tx, departure, { state: 'erased', ended_at: now })
    await write(tx, now, customer, 'erased', 'grace-over', { deadline: departure.deadline, photos: erased })
    await publishStorageStatus(ctx, tx, account_id)
  })
}

/** An order or a delay came: everything that is not erased yet comes back. */
async function beginReturning(ctx: Context, accountId: string): Promise<void> {
  const now = ctx.clock.now()
  await change(ctx, async tx => {
    const departure = await lockOpen(tx, accountId)
    const customer = await lockCustomer(tx, accountId)
    const there = customer && standingOf(customer, now)
    if (!departure || departure.state === 'returning' || !customer || !there?.over) return
    await setDeparture(tx, departure, { state: 'returning' })
    await write(tx, now, customer, 'returning', there.period.rule, amounts(departure))
  })
}

async function bringBack(ctx: Context, { account_id, departure_id }: Departure): Promise<void> {
  const now = ctx.clock.now()
  await whileItStands(ctx, async tx => {
    const { photos } = await returnExpired(ctx, tx, account_id, BATCH)
    const departure = await lockDeparture(tx, account_id, departure_id, 'returning')
    const returned = departure.returned + photos
    if (photos > 0) return setDeparture(tx, departure, { returned })
    await setDeparture(tx, departure, { state: 'returned', ended_at: now })
    const customer = await lockCustomer(tx, account_id)
    if (!customer) return
    await write(tx, now, customer, 'returned', 'all-back', { deadline: departure.deadline, photos: returned })
    await publishStorageStatus(ctx, tx, account_id)
  })
}

class NoLonger extends Error {}

/** Takes the step back when it turns out in its transaction that the library is not on that way any more. */
async function whileItStands(ctx: Context, step: (tx: Tx) => Promise<void>): Promise<void> {
  try {
    await change(ctx, step)
  } catch (error) {
    if (!(error instanceof NoLonger)) throw error
  }
}

async function lockDeparture(
  tx: Tx,
  accountId: string,
  departureId: string,
  state: Departure['state'],
): Promise<Departure> {
  const departure = await tx.db
    .selectFrom('retention_departures')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('departure_id', '=', departureId)
    .where('state', '=', state)
    .forUpdate()
    .executeTakeFirst()
  if (!departure) throw new NoLonger()
  return departure
}

async function standing(tx: Tx, accountId: string, now: Date): Promise<Customer> {
  const customer = await lockCustomer(tx, accountId)
  const there = customer && standingOf(customer, now)
  if (!customer || !there || there.over) throw new NoLonger()
  return customer
}

async function lockOpen(tx: Tx, accountId: string): Promise<Departure | undefined> {
  const open = await openDeparture(tx.db, accountId)
  if (!open) return undefined
  return tx.db
    .selectFrom('retention_departures')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('departure_id', '=', open.departure_id)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

async function setDeparture(
  tx: Tx,
  { account_id, departure_id }: Departure,
  to: Updateable<RetentionDeparturesTable>,
): Promise<void> {
  await tx.db
    .updateTable('retention_departures')
    .set(to)
    .where('account_id', '=', account_id)
    .where('departure_id', '=', departure_id)
    .execute()
}

interface Told {
  deadline: Date
  photos?: number
  bytes?: number
}

const amounts = ({ deadline, photos, bytes }: Pick<Departure, 'deadline' | 'photos' | 'bytes'>): Told => ({
  deadline,
  photos,
  bytes: Number(bytes),
})

async function write(
  tx: Tx,
  now: Date,
  customer: Customer,
  event: 'leaving' | 'left' | 'erasing' | 'erased' | 'returning' | 'returned',
  rule: string,
  told: Told,
): Promise<void> {
  const { account_id: accountId, brand_id: brandId } = customer
  await journal(tx.db, now, { event, rule, actor: DAILY_JOB, brandId, accountId, ...told })
}
