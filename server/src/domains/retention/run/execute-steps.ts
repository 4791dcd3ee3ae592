import type { Brand } from '#contract/brands.ts'
import { type Context, change, type Tx } from '../../../context.ts'
import {
  type Customer,
  type GetReminders,
  lockCustomers,
  setMovedDeletions,
  toRetentionFacts,
} from '../../customers/index.ts'
import { DAILY_JOB, type JournalEntry, journalEntries } from '../journal.ts'
import { createDeadlineFilter, planStep, type Step } from '../rules/plan.ts'
import { publishStorageStatuses } from '../status/status.ts'
import { listLatestRules } from '../store/journal.ts'
import { insertReminders, listReminders } from '../store/reminders.ts'

type StepOf<Action extends Step['action']> = Extract<Step, { action: Action }>

interface PlannedStep<S extends Step> {
  customer: Customer
  step: S
  /** Returns the stored reminders of a deadline. */
  getReminders: GetReminders
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
    const plannedSteps = await lockAndPlanSteps(tx, brand, accountIds, now)
    const postponed = await postponeDeletionDates(ctx, tx, brand, filterSteps(plannedSteps, 'postpone'), now)
    await makeRemindersDue(tx, brand, [...filterSteps(plannedSteps, 'remind'), ...postponed], now)
    await journalSkips(tx, brand, filterSteps(plannedSteps, 'skip'), now)
  })
}

async function lockAndPlanSteps(
  tx: Tx,
  brand: Pick<Brand, 'id' | 'timeZone'>,
  accountIds: readonly string[],
  now: Date,
): Promise<PlannedStep<Step>[]> {
  const customers = await lockCustomers(tx, accountIds)
  const reminders = await listReminders(tx.db, accountIds)
  return customers
    .filter(customer => !customer.deleted_at && customer.brand_id === brand.id)
    .map(customer => {
      const getReminders = createDeadlineFilter(reminders.get(customer.account_id) ?? [])
      const step = planStep(toRetentionFacts(customer), getReminders, now, brand.timeZone)
      return { customer, step, getReminders }
    })
}

const filterSteps = <Action extends Step['action']>(
  plannedSteps: readonly PlannedStep<Step>[],
  action: Action,
) => plannedSteps.filter((each): each is PlannedStep<StepOf<Action>> => each.step.action === action)

/** Returns the first reminders of the new dates. */
async function postponeDeletionDates(
  ctx: Context,
  tx: Tx,
  brand: Pick<Brand, 'id' | 'timeZone'>,
  postponements: readonly PlannedStep<StepOf<'postpone'>>[],
  now: Date,
): Promise<PlannedStep<StepOf<'remind'>>[]> {
  if (postponements.length === 0) return []
  // The same for all: a fixed number of days from now.
  const { to } = postponements[0]!.step
  await setMovedDeletions(
    tx,
    postponements.map(({ customer }) => customer.account_id),
    to,
  )
  const entries = postponements.map(
    ({ customer, step }): JournalEntry => ({
      ...toEntry(brand, customer),
      event: 'deadline-moved',
      rule: 'no-reminder-in-time',
      deadline: step.period?.deletion ?? null,
      note: `to ${to.toISOString()}`,
    }),
  )
  await journalEntries(tx.db, now, entries)
  const postponed = postponements.map(each => ({
    ...each,
    customer: { ...each.customer, moved_deletion_at: to },
  }))
  await publishStorageStatuses(
    ctx,
    tx,
    postponed.map(({ customer }) => customer),
  )
  const plannedSteps = postponed.map(
    (each): PlannedStep<Step> => ({
      ...each,
      step: planStep(toRetentionFacts(each.customer), each.getReminders, now, brand.timeZone),
    }),
  )
  return filterSteps(plannedSteps, 'remind')
}

async function makeRemindersDue(
  tx: Tx,
  brand: Pick<Brand, 'id'>,
  reminders: readonly PlannedStep<StepOf<'remind'>>[],
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
  skips: readonly PlannedStep<StepOf<'skip'>>[],
  now: Date,
): Promise<void> {
  if (skips.length === 0) return
  const accountIds = skips.map(({ customer }) => customer.account_id)
  const latestRules = await listLatestRules(tx.db, accountIds, 'skipped')
  const entries = skips
    .filter(({ customer, step }) => latestRules.get(customer.account_id) !== step.reason)
    .map(
      ({ customer, step }): JournalEntry => ({
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
