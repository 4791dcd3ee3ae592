import { randomUUID } from 'node:crypto'
import { formatCalendarDay } from '#contract/input/calendar-day.ts'
import { type Context, change, type Tx } from '../../../context.ts'
import { insertRows, lockRow } from '../../../platform/db/rows.ts'
import {
  addDays,
  type Customer,
  computePeriod,
  findCustomer,
  findInvalidDate,
  findTimeZone,
  lockCustomer,
  POSTPONED_DAYS,
  type RetentionPeriod,
  setMovedDeletion,
  toRetentionFacts,
} from '../../customers/index.ts'
import { eraseExpiredPhotos, expirePhotos, restoreExpiredPhotos } from '../../photos/index.ts'
import { eraseExpiredProjects, expireProjects, restoreExpiredProjects } from '../../projects/index.ts'
import { DAILY_JOB, journal } from '../journal.ts'
import { createDeadlineFilter, planStep } from '../rules/plan.ts'
import { publishStorageStatus } from '../status/status.ts'
import {
  type Expiration,
  findOpenExpiration,
  lockOpenExpiration,
  updateExpiration,
} from '../store/expirations.ts'
import { listReminders } from '../store/reminders.ts'

/**
 * An expiration is a state machine in the database: leaving → left → erasing → erased. From leaving, left and erasing
 * it changes to returning → returned as soon as an order or a delay sets a deadline in the future. Every step is
 * a transaction that starts from the stored state: a process may crash between any two of them, and two may run in
 * parallel. A transaction locks photos first, then months, then the customer, in the same order as uploads, then saved
 * projects, which follow the photos with the last batch of a phase.
 */

const BATCH_SIZE = 500

/**
 * Starts the first phase, if the library is still due once its customer is locked. Photos added from then on have a
 * later deletion date, after the grace period. Returns whether the phase started.
 */
export async function startExpiration(ctx: Context, accountId: string): Promise<boolean> {
  const now = ctx.clock.now()
  return change(ctx, async tx => {
    const customer = await lockCustomer(tx, accountId)
    const zone = customer && findTimeZone(customer.brand_id)
    if (!zone || customer.deleted_at || (await findOpenExpiration(tx.db, accountId))) return false
    const reminders = (await listReminders(tx.db, [accountId])).get(accountId) ?? []
    const step = planStep(toRetentionFacts(customer), createDeadlineFilter(reminders), now, zone)
    if (step.action !== 'expire' || !step.period) return false
    const eraseAt = addDays(now, ctx.config.retention.graceDays)
    await insertRows(tx.db, 'retention_departures', {
      account_id: accountId,
      departure_id: randomUUID(),
      brand_id: customer.brand_id,
      deadline: step.period.deletion,
      state: 'leaving',
      left_at: now,
      left_on: formatCalendarDay(now, zone),
      erase_at: eraseAt,
      erasing_on: null,
    })
    await setMovedDeletion(tx, accountId, addDays(eraseAt, POSTPONED_DAYS))
    await journalTransition(tx, now, customer, 'leaving', step.period.rule, {
      deadline: step.period.deletion,
    })
    return true
  })
}

/** Advances the open expiration as far as is possible now. It stops in state 'left', which only `startErasure` ends. */
export async function advanceExpiration(
  ctx: Context,
  accountId: string,
  signal?: AbortSignal,
): Promise<void> {
  for (;;) {
    if (signal?.aborted) return
    const expiration = await findOpenExpiration(ctx.db, accountId)
    if (!expiration || !(await runStep(ctx, expiration))) return
  }
}

/** Runs one step in one transaction; false when nothing is due. */
async function runStep(ctx: Context, expiration: Expiration): Promise<boolean> {
  const { state, account_id: accountId } = expiration
  if (state === 'returning') {
    await restoreBatch(ctx, expiration)
    return true
  }
  const customer = await findCustomer(ctx.db, accountId)
  const currentPeriod = customer ? getCurrentPeriod(customer, ctx.clock.now()) : null
  if (currentPeriod?.isFuture) {
    await startRestoration(ctx, accountId)
    return true
  }
  // Skips a customer who is deleted or has an invalid date.
  if (!currentPeriod || state === 'left') return false
  await (state === 'leaving' ? expireBatch(ctx, expiration) : eraseBatch(ctx, expiration))
  return true
}

interface CurrentPeriod {
  /** Whether the deletion date is in the future again because of an order or a delay; a moved date does not count. */
  isFuture: boolean
  period: RetentionPeriod
}

function getCurrentPeriod(customer: Customer, now: Date): CurrentPeriod | null {
  const zone = findTimeZone(customer.brand_id)
  const facts = { ...toRetentionFacts(customer), movedDeletionAt: null }
  if (!zone || customer.deleted_at || findInvalidDate(facts, now)) return null
  const period = computePeriod(facts, zone)
  return { isFuture: period.deletion > now, period }
}

async function expireBatch(ctx: Context, expiration: Expiration): Promise<void> {
  const { account_id, left_at } = expiration
  const now = ctx.clock.now()
  await changeUnlessSuperseded(ctx, async tx => {
    const expired = await expirePhotos(ctx, tx, account_id, left_at, BATCH_SIZE)
    const locked = await lockOrSupersede(tx, expiration, 'leaving')
    const customer = await lockDueCustomer(tx, account_id, now)
    const photos = locked.photos + expired.photos
    const bytes = Number(locked.bytes) + expired.bytes
    const isDone = expired.photos === 0
    await updateExpiration(tx, locked, { photos, bytes, ...(isDone ? { state: 'left' } : {}) })
    if (!isDone) return
    await expireProjects(tx, account_id, left_at)
    await journalTransition(tx, now, customer, 'left', 'grace', { deadline: locked.deadline, photos, bytes })
    await publishStorageStatus(ctx, tx, account_id)
  })
}

/** Starts the second phase, the erasure, when the grace period ended without an order. Returns whether it started. */
export async function startErasure(ctx: Context, accountId: string): Promise<boolean> {
  const now = ctx.clock.now()
  return change(ctx, async tx => {
    const expiration = await lockOpenExpiration(tx, accountId)
    const customer = await lockCustomer(tx, accountId)
    const currentPeriod = customer && getCurrentPeriod(customer, now)
    if (
      expiration?.state !== 'left' ||
      expiration.erase_at > now ||
      !customer ||
      !currentPeriod ||
      currentPeriod.isFuture
    )
      return false
    await updateExpiration(tx, expiration, {
      state: 'erasing',
      erasing_on: formatCalendarDay(now, findTimeZone(customer.brand_id)!),
    })
    await journalTransition(tx, now, customer, 'erasing', 'grace-over', pickAmounts(expiration))
    return true
  })
}

async function eraseBatch(ctx: Context, expiration: Expiration): Promise<void> {
  const { account_id } = expiration
  const now = ctx.clock.now()
  await changeUnlessSuperseded(ctx, async tx => {
    const { photos } = await eraseExpiredPhotos(ctx, tx, account_id, BATCH_SIZE)
    const locked = await lockOrSupersede(tx, expiration, 'erasing')
    const customer = await lockDueCustomer(tx, account_id, now)
    const erased = locked.erased + photos
    if (photos > 0) return updateExpiration(tx, locked, { erased })
    await eraseExpiredProjects(ctx, tx, account_id)
    await updateExpiration(tx, locked, { state: 'erased', ended_at: now })
    await journalTransition(tx, now, customer, 'erased', 'grace-over', {
      deadline: locked.deadline,
      photos: erased,
    })
    await publishStorageStatus(ctx, tx, account_id)
  })
}

/** Starts restoring everything that is not erased yet, after an order or a delay. */
async function startRestoration(ctx: Context, accountId: string): Promise<void> {
  const now = ctx.clock.now()
  await change(ctx, async tx => {
    const expiration = await lockOpenExpiration(tx, accountId)
    const customer = await lockCustomer(tx, accountId)
    const currentPeriod = customer && getCurrentPeriod(customer, now)
    if (!expiration || expiration.state === 'returning' || !customer || !currentPeriod?.isFuture) return
    await updateExpiration(tx, expiration, { state: 'returning' })
    await journalTransition(
      tx,
      now,
      customer,
      'returning',
      currentPeriod.period.rule,
      pickAmounts(expiration),
    )
  })
}

async function restoreBatch(ctx: Context, expiration: Expiration): Promise<void> {
  const { account_id } = expiration
  const now = ctx.clock.now()
  await changeUnlessSuperseded(ctx, async tx => {
    const { photos } = await restoreExpiredPhotos(ctx, tx, account_id, BATCH_SIZE)
    const locked = await lockOrSupersede(tx, expiration, 'returning')
    const returned = locked.returned + photos
    if (photos > 0) return updateExpiration(tx, locked, { returned })
    await restoreExpiredProjects(tx, account_id, now)
    await updateExpiration(tx, locked, { state: 'returned', ended_at: now })
    const customer = await lockCustomer(tx, account_id)
    if (!customer) return
    await journalTransition(tx, now, customer, 'returned', 'all-back', {
      deadline: locked.deadline,
      photos: returned,
    })
    await publishStorageStatus(ctx, tx, account_id)
  })
}

/** The state of the expiration has changed: the step is rolled back. */
class SupersededError extends Error {}

/** Runs the step in a transaction, and rolls it back when the state of the expiration has changed. */
async function changeUnlessSuperseded(ctx: Context, step: (tx: Tx) => Promise<void>): Promise<void> {
  try {
    await change(ctx, step)
  } catch (error) {
    if (!(error instanceof SupersededError)) throw error
  }
}

async function lockOrSupersede(
  tx: Tx,
  expiration: Expiration,
  state: Expiration['state'],
): Promise<Expiration> {
  const locked = await lockRow(tx, 'retention_departures', {
    account_id: expiration.account_id,
    departure_id: expiration.departure_id,
    state,
  })
  if (!locked) throw new SupersededError()
  return locked
}

async function lockDueCustomer(tx: Tx, accountId: string, now: Date): Promise<Customer> {
  const customer = await lockCustomer(tx, accountId)
  const currentPeriod = customer && getCurrentPeriod(customer, now)
  if (!customer || !currentPeriod || currentPeriod.isFuture) throw new SupersededError()
  return customer
}

interface Amounts {
  deadline: Date
  photos?: number
  bytes?: number
}

const pickAmounts = ({
  deadline,
  photos,
  bytes,
}: Pick<Expiration, 'deadline' | 'photos' | 'bytes'>): Amounts => ({
  deadline,
  photos,
  bytes: Number(bytes),
})

async function journalTransition(
  tx: Tx,
  now: Date,
  customer: Customer,
  event: 'leaving' | 'left' | 'erasing' | 'erased' | 'returning' | 'returned',
  rule: string,
  details: Amounts,
): Promise<void> {
  const { account_id: accountId, brand_id: brandId } = customer
  await journal(tx.db, now, { event, rule, actor: DAILY_JOB, brandId, accountId, ...details })
}
