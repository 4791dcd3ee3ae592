import { brands } from '#brands/index.ts'
import type { Context } from '../../../context.ts'
import { MailError } from '../../../platform/mail/mail.ts'
import { listDueReminders, type ReminderKey } from '../store/reminders.ts'
import { sendReminder } from './reminders.ts'

const PAGE = 100
/** Brands that are processed concurrently: as many as there are connections to the mail server. */
const CONCURRENCY = 4
/** A reminder that the mail server refused for now is due again after this long. */
const RETRY_AFTER_MS = 30 * 60_000
/** A brand stops after this many failures that are not the mail server's: the cause is no longer a single customer. */
const FAILURES_MAX = 10

/**
 * Sends the due reminders, as many of each brand as its rate allows, the nearest deletion dates first.
 * May run in parallel. A failure does not stop the others; failures are thrown at the end.
 */
export async function sendDueReminders(ctx: Context, signal: AbortSignal): Promise<void> {
  const failures: unknown[] = []
  const brandIds = brands.map(brand => brand.id)
  const runWorker = async () => {
    for (let brandId = brandIds.shift(); brandId !== undefined; brandId = brandIds.shift())
      failures.push(...(await sendBrandReminders(ctx, brandId, signal)))
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, runWorker))
  if (failures.length > 0) throw new AggregateError(failures, 'Reminders failed for some customers')
}

/** Sends the due reminders of a brand; resolves with the failures. */
async function sendBrandReminders(ctx: Context, brandId: string, signal: AbortSignal): Promise<unknown[]> {
  const triedBefore = new Date(ctx.clock.now().getTime() - RETRY_AFTER_MS)
  const failures: unknown[] = []
  let page: ReminderKey[] = []
  do {
    page = await listDueReminders(ctx.db, brandId, triedBefore, page.at(-1), PAGE)
    for (const key of page) {
      if (signal.aborted || failures.length >= FAILURES_MAX) return failures
      try {
        if ((await sendReminder(ctx, key)) === 'rate-reached') return failures
      } catch (error) {
        // The reminder is due again, and the failure has been logged.
        if (error instanceof MailError) continue
        ctx.log.error({ err: error, accountId: key.accountId }, 'reminder failed for a customer')
        failures.push(error)
      }
    }
  } while (page.length === PAGE)
  return failures
}
