import type { Brand } from '#contract/brands.ts'
import { type Context, change, type Tx } from '../../../context.ts'
import { type Customer, lockCustomers, setMovedDeletions, toRetentionFacts } from '../../customers/index.ts'
import { DAILY_JOB, type Entry, journalEntries } from '../journal.ts'
import { groupByDeadline, planStep, type Reminder, type Step } from '../rules/plan.ts'
import { publishStorageStatuses } from '../status/status.ts'
import { listLatestRules } from '../store/journal.ts'
import { insertReminders, listReminders } from '../store/reminders.ts'

type StepOf<Action extends Step['action']> = Extract<Step, { action: Action }>

interface Planned<S extends Step> {
  customer: Customer
  step: S
  /** Known reminders of a deadline. */
  remindersFor: (deadline: Date) => readonly Reminder[]
}

/**
 * Executes the due steps of these customers of a brand in one transaction, with as many statements as for one customer
 * on one database: postpones deletion dates that no reminder preceded in time, makes reminders due, and journals
 * invalid dates. Plans again once the customers are locked. `startExpiration` handles expirations.
 */
export async function executeSteps(
  ctx: Context,
  brand: Pick<Brand, 'id' | 'timeZone'>,
  accountIds: readonly string[],
): Promise<void> {
  const now = ctx.clock.now()
  await change(ctx, async tx => {
    const planned = await planLocked(tx, brand, accountIds, now)
    const moved = await postponeDeletionDates(ctx, tx, brand, filterSteps(planned, 'postpone'), now)
    await makeRemindersDue(tx, brand, [...filterSteps(planned, 'remind'), ...moved], now)
    await journalSkips(tx, brand, filterSteps(planned, 'skip'), now)
  })
}

async function planLocked(
  tx: Tx,
  brand: Pick<Brand, 'id' | 'timeZone'>,
  accountIds: readonly string[],
  now: Date,
): Promise<Planned<Step>[]> {
  const locked = await lockCustomers(tx, accountIds)
  const reminders = await listReminders(tx.db, accountIds)
  return locked
    .filter(customer => !customer.deleted_at && customer.brand_id === brand.id)
    .map(customer => {
      const remindersFor = groupByDeadline(reminders.get(customer.account_id) ?? [])
      const step = planStep(toRetentionFacts(customer), remindersFor, now, brand.timeZone)
      return { customer, step, remindersFor }
    })
}

const filterSteps = <Action extends Step['action']>(planned: readonly Planned<Step>[], action: Action) =>
  planned.filter((each): each is Planned<StepOf<Action>> => each.step.action === action)

/** Returns the first reminders of the new dates. */
async function postponeDeletionDates(
  ctx: Context,
  tx: Tx,
  brand: Pick<Brand, 'id' | 'timeZone'>,
  postponements: readonly Planned<StepOf<'postpone'>>[],
  now: Date,
): Promise<Planned<StepOf<'remind'>>[]> {
  if (postponements.length === 0) return []
  // The same for all: a fixed number of days from now.
  const { to } = postponements[0]!.step
  await setMovedDeletions(
    tx,
    postponements.map(({ customer }) => customer.account_id),
    to,
  )
  const entries = postponements.map(
    ({ customer, step }): Entry => ({
      ...toEntry(brand, customer),
      event: 'deadline-moved',
      rule: 'no-reminder-in-time',
      deadline: step.period?.deletion ?? null,
      note: `to ${to.toISOString()}`,
    }),
  )
  await journalEntries(tx.db, now, entries)
  const moved = postponements.map(each => ({
    ...each,
    customer: { ...each.customer, moved_deletion_at: to },
  }))
  await publishStorageStatuses(
    ctx,
    tx,
    moved.map(({ customer }) => customer),
  )
  const planned = moved.map(
    (each): Planned<Step> => ({
      ...each,
      step: planStep(toRetentionFacts(each.customer), each.remindersFor, now, brand.timeZone),
    }),
  )
  return filterSteps(planned, 'remind')
}

async function makeRemindersDue(
  tx: Tx,
  brand: Pick<Brand, 'id'>,
  reminders: readonly Planned<StepOf<'remind'>>[],
  now: Date,
): Promise<void> {
  const keys = reminders.flatMap(({ customer, step }) =>
    step.period
      ? [
          {
            accountId: customer.account_id,
            deadline: step.period.deletion.toISOString(),
            daysBefore: step.daysBefore,
          },
        ]
      : [],
  )
  await insertReminders(tx, brand.id, keys, now)
}

/** Journals invalid dates, unless a customer's latest entry has the same reason. */
async function journalSkips(
  tx: Tx,
  brand: Pick<Brand, 'id'>,
  skips: readonly Planned<StepOf<'skip'>>[],
  now: Date,
): Promise<void> {
  if (skips.length === 0) return
  const accountIds = skips.map(({ customer }) => customer.account_id)
  const latest = await listLatestRules(tx.db, accountIds, 'skipped')
  const entries = skips
    .filter(({ customer, step }) => latest.get(customer.account_id) !== step.reason)
    .map(
      ({ customer, step }): Entry => ({
        ...toEntry(brand, customer),
        event: 'skipped',
        rule: step.reason,
      }),
    )
  await journalEntries(tx.db, now, entries)
}

const toEntry = (brand: Pick<Brand, 'id'>, { account_id }: Customer) => ({
  actor: DAILY_JOB,
  brandId: brand.id,
  accountId: account_id,
})
