import { type Context, change, type Tx } from '#server/context.ts'
import { Failure } from '#server/http/failure.ts'
import { deleteRows } from '../../../platform/db/rows.ts'
import { decrementCount, incrementCount, listCounts, lockCounts } from '../store/rate-counts.ts'

/** At most `max` attempts per `minutes` for one subject (an e-mail address, an IP address). */
export interface RateLimit {
  name: string
  max: number
  minutes: number
}

/** Per account, for unknown browsers; each known browser has its own limit. */
export const WRONG_PASSWORD_LIMIT: RateLimit = { name: 'sign-in', max: 10, minutes: 15 }
export const WRONG_PASSWORD_LIMIT_PER_DEVICE: RateLimit = { name: 'sign-in-device', max: 10, minutes: 15 }
/** Higher, because many people may share one IP address. */
export const WRONG_PASSWORD_LIMIT_PER_IP: RateLimit = { name: 'sign-in-from', max: 60, minutes: 15 }
/** Wrong answers of a signed-in browser that is asked again who it is, per session. */
export const REAUTHENTICATION_LIMIT: RateLimit = { name: 'reauthentication', max: 5, minutes: 15 }
/** Each authorization request stores rows before anybody has signed in. */
export const AUTHORIZATION_LIMIT_PER_IP: RateLimit = { name: 'authorize-from', max: 300, minutes: 15 }
/** Mails that anybody can request for an address: from a browser that is known for the account. */
export const MAIL_LIMIT_PER_DEVICE: RateLimit = { name: 'mail-device', max: 5, minutes: 60 }
/** For one address from unknown browsers of one network. */
export const MAIL_LIMIT_PER_REQUESTER: RateLimit = { name: 'mail-requester', max: 5, minutes: 60 }
/** For all addresses from unknown browsers of one network. */
export const MAIL_LIMIT_PER_IP: RateLimit = { name: 'mail-from', max: 30, minutes: 60 }
/** For one address from all unknown browsers, so that many networks cannot flood a mailbox. */
export const MAIL_LIMIT: RateLimit = { name: 'mail', max: 20, minutes: 60 }
/** Per account. */
export const EMAIL_CHANGE_LIMIT: RateLimit = { name: 'email-change', max: 5, minutes: 60 }
/** Per account: a mail that a new device has changed the address book or the payment preference. */
export const NEW_DEVICE_CHANGES_LIMIT: RateLimit = { name: 'new-device-changes', max: 1, minutes: 1440 }
/** Per account: each new password costs a slow hash and a mail. */
export const PASSWORD_CHANGE_LIMIT: RateLimit = { name: 'password-change', max: 5, minutes: 60 }

/**
 * Counts an attempt before it is made, in one-minute windows shared by all processes; exact for concurrent attempts. Refused
 * attempts do not count, so that they do not prolong the wait. Returns null when the attempt is allowed, else the minutes
 * to wait.
 */
export async function countAttempt(ctx: Context, limit: RateLimit, subject: string): Promise<number | null> {
  return ctx.config.rateLimits ? change(ctx, tx => countAttemptIn(ctx, tx, limit, subject)) : null
}

/** Counts an attempt like countAttempt, in the transaction of what it allows, and whatever the setting of rate limits. */
export async function countAttemptIn(
  ctx: Context,
  tx: Tx,
  limit: RateLimit,
  subject: string,
): Promise<number | null> {
  const key = toKey(ctx, limit, subject)
  const now = ctx.clock.now().getTime()
  await lockCounts(tx, key)
  const rows = await listCounts(tx.db, key, new Date(now - limit.minutes * MINUTE))
  const [first] = rows
  if (!first || rows.reduce((sum, row) => sum + row.count, 0) < limit.max) {
    await incrementCount(tx.db, key, getWindowStart(now))
    return null
  }
  return Math.max(1, Math.ceil((first.window_start.getTime() + limit.minutes * MINUTE - now) / MINUTE))
}

/** Counts an attempt like countAttempt; throws too-many-requests with the message where it is refused. */
export async function requireAttempt(
  ctx: Context,
  limit: RateLimit,
  subject: string,
  message: string,
): Promise<void> {
  const minutes = await countAttempt(ctx, limit, subject)
  if (minutes !== null) throw new Failure('too-many-requests', message, { retryAfterSeconds: minutes * 60 })
}

/**
 * Counts an attempt against several limits, those of the requester first: one that is refused uses up no limit that others
 * share. Returns the same as countAttempt; a refused attempt counts against none of them.
 */
export async function countAttempts(
  ctx: Context,
  limits: readonly (readonly [limit: RateLimit, subject: string])[],
): Promise<number | null> {
  for (const [i, [limit, subject]] of limits.entries()) {
    const minutes = await countAttempt(ctx, limit, subject)
    if (minutes === null) continue
    for (const counted of limits.slice(0, i)) await refundAttempt(ctx, ...counted)
    return minutes
  }
  return null
}

/** Counts the attempts that the subject has left. */
export async function countAttemptsLeft(ctx: Context, limit: RateLimit, subject: string): Promise<number> {
  const since = new Date(ctx.clock.now().getTime() - limit.minutes * MINUTE)
  const rows = await listCounts(ctx.db, toKey(ctx, limit, subject), since)
  return Math.max(0, limit.max - rows.reduce((sum, row) => sum + row.count, 0))
}

/** Deletes the subject's attempts, after a success. */
export async function resetAttempts(ctx: Context, limit: RateLimit, subject: string): Promise<void> {
  await deleteRows(ctx.db, 'rate_counts', { key: toKey(ctx, limit, subject) })
}

/** Subtracts one counted attempt, after a success. */
export async function refundAttempt(ctx: Context, limit: RateLimit, subject: string): Promise<void> {
  await decrementCount(ctx.db, toKey(ctx, limit, subject), getWindowStart(ctx.clock.now().getTime()))
}

const MINUTE = 60_000

const getWindowStart = (milliseconds: number) => new Date(Math.floor(milliseconds / MINUTE) * MINUTE)

/** Addresses are not stored: the key contains a keyed hash. */
function toKey(ctx: Context, limit: RateLimit, subject: string): string {
  const [mac] = ctx.signer.macs('attempts', subject)
  return `${limit.name}:${mac!.toString('base64url').slice(0, 24)}`
}
