import { millisecondsInDay } from 'date-fns/constants'
import { type Context, change } from '#server/context.ts'
import { recordSecurityEvent } from '../identity/index.ts'
import { apiKeyExpiring } from './events.ts'
import { isActive } from './present.ts'
import { type ApiKeyRow, listExpiringKeys, lockKey, updateKey } from './store/keys.ts'

/** Days before the end of a key on which its owner is reminded (NX-344). */
const REMINDER_DAYS = [1, 7, 30] as const

/**
 * Reminds the owners of keys that end in 30, 7 and 1 days, once each; of a key without a successor only. A reminder that is
 * late takes the place of those before it.
 */
export async function remindOwners(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const until = new Date(now.getTime() + Math.max(...REMINDER_DAYS) * millisecondsInDay)
  for (const row of await listExpiringKeys(ctx.db, { now, until }))
    if (findDueReminder(row, now) !== undefined) await remindOwner(ctx, row)
}

async function remindOwner(ctx: Context, { account_id, key_id }: ApiKeyRow): Promise<void> {
  const now = ctx.clock.now()
  await change(ctx, async tx => {
    const row = await lockKey(tx, account_id, key_id)
    if (!row || row.replaced_by !== null || !isActive(row, now)) return
    const days = findDueReminder(row, now)
    if (days === undefined) return
    await updateKey(tx, account_id, key_id, { reminded_days: days })
    await recordSecurityEvent(ctx, tx, {
      accountId: account_id,
      kind: 'api-key.expiring',
      detail: {
        keyId: key_id,
        name: row.name,
        hint: row.hint,
        expiresAt: row.expires_at.toISOString(),
        days: String(days),
      },
    })
    await ctx.events.emit(tx, apiKeyExpiring, {
      accountId: account_id,
      keyId: key_id,
      name: row.name,
      expiresAt: row.expires_at,
    })
  })
}

/** Finds the reminder that is due: the latest of those whose day has come, unless it was sent. */
function findDueReminder({ expires_at, reminded_days }: ApiKeyRow, now: Date): number | undefined {
  const daysLeft = (expires_at.getTime() - now.getTime()) / millisecondsInDay
  const days = REMINDER_DAYS.find(each => daysLeft <= each)
  return days !== undefined && (reminded_days === null || days < reminded_days) ? days : undefined
}
