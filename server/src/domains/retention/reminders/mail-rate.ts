import { type Context, change } from '../../../context.ts'
import { countReminderAttempts, lockMailRate } from '../store/mail-rates.ts'
import { markReminderSending, type ReminderKey } from '../store/reminders.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/**
 * Claims a due reminder for sending, unless the brand has used up its rate: that of an hour, or a sixtieth of it
 * within the last minute, because a mail server that gets a day's mails at once defers them or classifies them as
 * spam. 'not-due': another process has claimed it, or it is no longer due.
 */
export function claimReminder(
  ctx: Context,
  key: ReminderKey,
  brandId: string,
): Promise<'claimed' | 'not-due' | 'rate-reached'> {
  const now = ctx.clock.now()
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const { mailsPerHour } = ctx.config.retention
  return change(ctx, async tx => {
    await lockMailRate(tx, brandId, now)
    const instants = { hourAgo: ago(HOUR_MS), minuteAgo: ago(MINUTE_MS) }
    const { inHour, inMinute } = await countReminderAttempts(tx, brandId, instants)
    if (inHour >= mailsPerHour || inMinute >= Math.ceil(mailsPerHour / 60)) return 'rate-reached'
    return (await markReminderSending(tx, key, brandId, now)) ? 'claimed' : 'not-due'
  })
}
