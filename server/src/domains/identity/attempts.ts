import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '#server/context.ts'

/** At most `most` per `minutes` for one subject (an e-mail address, a network address). */
export interface Limit {
  name: string
  most: number
  minutes: number
}

export const WRONG_PASSWORDS: Limit = { name: 'sign-in', most: 10, minutes: 15 }
/** One network address may be an office full of people. */
export const WRONG_PASSWORDS_FROM: Limit = { name: 'sign-in-from', most: 60, minutes: 15 }
export const MAILS: Limit = { name: 'mail', most: 5, minutes: 60 }
export const MAILS_FROM: Limit = { name: 'mail-from', most: 30, minutes: 60 }

/**
 * Counts an attempt before it is made, so that parallel ones cannot slip through, in one-minute rows shared by all
 * processes. Answers null when it is allowed, else the minutes to wait.
 */
export async function countAttempt(ctx: Context, limit: Limit, subject: string): Promise<number | null> {
  if (!ctx.config.rateLimits) return null
  const key = keyOf(ctx, limit, subject)
  const now = ctx.clock.now().getTime()
  await ctx.db
    .insertInto('rate_counts')
    .values({ key, window_start: new Date(Math.floor(now / MINUTE) * MINUTE), count: 1 })
    .onConflict(oc => oc.columns(['key', 'window_start']).doUpdateSet({ count: sql`rate_counts.count + 1` }))
    .execute()
  const rows = await ctx.db
    .selectFrom('rate_counts')
    .select(['window_start', 'count'])
    .where('key', '=', key)
    .where('window_start', '>', new Date(now - limit.minutes * MINUTE))
    .orderBy('window_start')
    .execute()
  const total = rows.reduce((sum, row) => sum + row.count, 0)
  if (total <= limit.most) return null
  // Knocking at a closed door does not keep it closed for longer.
  await takeBackAttempt(ctx, limit, subject)
  const first = rows[0]!.window_start.getTime()
  return Math.max(1, Math.ceil((first + limit.minutes * MINUTE - now) / MINUTE))
}

/** After a success nothing was wrong: earlier attempts are forgotten. */
export async function forgetAttempts(ctx: Context, limit: Limit, subject: string): Promise<void> {
  await ctx.db
    .deleteFrom('rate_counts')
    .where('key', '=', keyOf(ctx, limit, subject))
    .execute()
}

/** A success takes back the one attempt it was counted as. */
export async function takeBackAttempt(ctx: Context, limit: Limit, subject: string): Promise<void> {
  await ctx.db
    .updateTable('rate_counts')
    .set({ count: sql`greatest(count - 1, 0)` })
    .where('key', '=', keyOf(ctx, limit, subject))
    .where('window_start', '=', new Date(Math.floor(ctx.clock.now().getTime() / MINUTE) * MINUTE))
    .execute()
}

const MINUTE = 60_000

/** Addresses are not stored: the key is a keyed hash. */
function keyOf(ctx: Context, limit: Limit, subject: string): string {
  return `${limit.name}:${createHmac('sha256', ctx.signer.derive('attempts')).update(subject).digest('base64url').slice(0, 24)}`
}
