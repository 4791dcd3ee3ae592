import { brands } from '#brands/index.ts'
import { type Context, change } from '../../context.ts'
import { Failure } from '../../http/failure.ts'
import type { Caller } from '../../http/route.ts'
import { findActiveCustomer } from '../customers/index.ts'
import {
  countAttempt,
  enqueueMailLink,
  type RateLimit,
  type RequestDescription,
  recordSecurityEvent,
} from '../identity/index.ts'

/** Seconds for which the mailed link can be confirmed (OP-59). */
const LINK_SECONDS = 86_400

/** A second request is a minute later at the earliest, and there are five in an hour. */
const REQUEST_LIMITS: readonly RateLimit[] = [
  { name: 'delete-account', max: 1, minutes: 1 },
  { name: 'delete-account-hourly', max: 5, minutes: 60 },
]

/**
 * Mails the link that closes the account (AA-051), tells the addresses of the last 30 days, and returns when the link expires.
 * Throws 400 for a channel of another
 * vendor than the account's, 429 for repeated requests.
 */
export async function requestDeletion(
  ctx: Context,
  { accountId, grantId }: Caller,
  channel: string,
  request: RequestDescription,
): Promise<Date> {
  const customer = await findActiveCustomer(ctx.db, accountId)
  if (!customer) throw new Failure('unauthorized', 'The account is closed')
  const { email, vendor, locale } = customer
  const brand = brands.find(each => each.channel === channel && each.vendor === vendor)
  if (!brand) throw new Failure('bad-request', 'There is no such channel', { fields: { channel: 'unknown' } })
  for (const limit of REQUEST_LIMITS) await countRequest(ctx, limit, accountId)
  await change(ctx, async tx => {
    await enqueueMailLink(ctx, tx, {
      accountId,
      purpose: 'delete-account',
      payload: { email, brandId: brand.id, locale, deviceName: request.deviceName ?? undefined },
      seconds: LINK_SECONDS,
      offersNotMe: true,
    })
    await recordSecurityEvent(ctx, tx, {
      accountId,
      grantId,
      kind: 'account.closing-requested',
      ...request,
      mailedTo: [email],
    })
  })
  ctx.log.info({ accountId }, 'account deletion requested')
  return new Date(ctx.clock.now().getTime() + LINK_SECONDS * 1000)
}

async function countRequest(ctx: Context, limit: RateLimit, accountId: string): Promise<void> {
  const minutes = await countAttempt(ctx, limit, accountId)
  if (minutes !== null)
    throw new Failure('too-many-requests', 'Account deletion was requested a moment ago', {
      retryAfterSeconds: minutes * 60,
    })
}
