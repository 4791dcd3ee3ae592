import { TZDate } from '@date-fns/tz'
import { differenceInMonths } from 'date-fns/differenceInMonths'
import { startOfDay } from 'date-fns/startOfDay'
import type { LibraryPush } from '#contract/push.ts'
import type { StorageStatus } from '#contract/retention.ts'
import { publishToAccount } from '#server/platform/push/account-channel.ts'
import type { Context, Reader, Tx } from '../../../context.ts'
import { requireFound } from '../../../http/failure.ts'
import { getBrandById } from '../../brands/index.ts'
import {
  addDays,
  type Customer,
  computePeriod,
  countDaysUntil,
  findCustomer,
  findEarliestDeletion,
  findLastRestorableDay,
  type GetReminders,
  type RetentionFacts,
  toRetentionFacts,
} from '../../customers/index.ts'
import { countProjects, countProjectsOfAccounts } from '../../projects/index.ts'
import { createDeadlineFilter } from '../rules/plan.ts'
import { type Expiration, findOpenExpiration, findOpenExpirations } from '../store/expirations.ts'
import { type DatedReminder, listReminders } from '../store/reminders.ts'

/** Returns the account's storage status, with the grace period while expired photos can still be restored. */
export async function getStatus(
  ctx: Pick<Context, 'clock' | 'config'>,
  db: Reader,
  accountId: string,
): Promise<StorageStatus> {
  const customer = requireFound(await findCustomer(db, accountId), 'Customer')
  const now = ctx.clock.now()
  return presentStatus(ctx, customer, now, {
    expiration: await findOpenExpiration(db, accountId),
    reminders: (await listReminders(db, [accountId])).get(accountId) ?? [],
    projectCount: await countProjects(db, accountId, now),
  })
}

function presentStatus(
  { config }: Pick<Context, 'config'>,
  customer: Customer,
  now: Date,
  {
    expiration,
    reminders,
    projectCount,
  }: { expiration: Expiration | undefined; reminders: readonly DatedReminder[]; projectCount: number },
): StorageStatus {
  const { timeZone } = getBrandById(customer.brand_id)
  const { graceDays } = config.retention
  const getReminders = createDeadlineFilter(reminders)
  const amounts = { graceDays, projectCount }
  const status = computeStorageStatus(toRetentionFacts(customer), getReminders, now, timeZone, amounts)
  if (expiration?.state !== 'leaving' && expiration?.state !== 'left') return status
  const { left_at, erase_at, photos } = expiration
  return {
    ...status,
    lastRestorableDay: findLastRestorableDay(erase_at, timeZone),
    grace: { leftAt: left_at.toISOString(), photosCount: photos },
  }
}

/** Publishes the storage status, as it is in this transaction, to the account's open pages on commit. */
export async function publishStorageStatus(ctx: Context, tx: Tx, accountId: string): Promise<void> {
  const body: LibraryPush = { type: 'storage-status', status: await getStatus(ctx, tx.db, accountId) }
  await publishToAccount(ctx, tx, accountId, body)
}

/** Publishes the storage statuses of these customers in the same way, with as many statements as for one customer. */
export async function publishStorageStatuses(
  ctx: Context,
  tx: Tx,
  customers: readonly Customer[],
): Promise<void> {
  const now = ctx.clock.now()
  const accountIds = customers.map(customer => customer.account_id)
  const expirations = await findOpenExpirations(tx.db, accountIds)
  const reminders = await listReminders(tx.db, accountIds)
  const projects = await countProjectsOfAccounts(tx.db, accountIds, now)
  for (const customer of customers) {
    const id = customer.account_id
    const status = presentStatus(ctx, customer, now, {
      expiration: expirations.get(id),
      reminders: reminders.get(id) ?? [],
      projectCount: projects.get(id) ?? 0,
    })
    await publishToAccount(ctx, tx, id, { type: 'storage-status', status })
  }
}

/**
 * Computes the storage status at `now`: safe with 3 or more whole calendar months left, warning with 1
 * or 2, else critical. Everything is counted on the calendar of the brand's time zone. The deletion date is the earliest
 * possible one, which differs from the projected date only if it is delayed.
 */
export function computeStorageStatus(
  facts: RetentionFacts,
  getReminders: GetReminders,
  now: Date,
  timeZone: string,
  { graceDays, projectCount }: { graceDays: number; projectCount: number },
): StorageStatus {
  const { projected, delayed, deletion: deadline } = computePeriod(facts, timeZone)
  const deletion = findEarliestDeletion(facts, getReminders, now, timeZone)
  const delayedDeletion = deletion > deadline ? deletion : delayed
  const today = startOfDay(new TZDate(now, timeZone))
  const day = startOfDay(new TZDate(deletion, timeZone))
  const months = Math.max(0, differenceInMonths(day, today))
  return {
    status: months >= 3 ? 'safe' : months >= 1 ? 'warning' : 'critical',
    monthsRemaining: months,
    daysRemaining: Math.max(0, countDaysUntil(deletion, now, timeZone)),
    deletionDate: deletion.toISOString(),
    lastOrderDate: facts.lastOrderAt?.toISOString() ?? null,
    registrationDate: facts.registeredAt.toISOString(),
    projectCount,
    delayedDeletionDate: delayedDeletion?.toISOString() ?? null,
    projectedDeletionDate: projected.toISOString(),
    lastRestorableDay: findLastRestorableDay(addDays(deletion, graceDays), timeZone),
  }
}
