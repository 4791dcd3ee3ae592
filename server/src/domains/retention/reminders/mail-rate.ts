import { type Context, change } from '../../../context.ts'
import { countReminderAttempts, lockMailRate } from '../store/mail-rates.ts'
import { markReminderSending, type ReminderKey } from '../store/reminders.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/**
 * Claims a due reminder for sending, unless the brand has reached its hourly rate, or a sixtieth of it within the last
 * minute: a mail server that gets a day's mails at once defers them or classifies them as spam. Returns 'not-due' when
 * another process has claimed it, or it is no longer due.
 */
export function claimReminder(
  ctx: Context,
  key: ReminderKey,
  brandId: string,
): Promise<'claimed' | 'not-due' | 'rate-reached'> {
  const now = ctx.clock.now()
  const { mailsPerHour } = ctx.config.retention
  return change(ctx, async tx => {
    await lockMailRate(tx, brandId, now)
    const instants = {
      hourAgo: new Date(now.getTime() - HOUR_MS),
      minuteAgo: new Date(now.getTime() - MINUTE_MS),
    }
    const { inHour, inMinute } = await countReminderAttempts(tx, brandId, instants)
    if (inHour >= mailsPerHour || inMinute >= Math.ceil(mailsPerHour / 60)) return 'rate-reached'
    return (await markReminderSending(tx, key, brandId, now)) ? 'claimed' : 'not-due'
  })
}
