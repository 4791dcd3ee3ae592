import { findBrandByChannel, listChannels } from '#brands/index.ts'
import { type Context, change } from '../../context.ts'
import { Failure } from '../../http/failure.ts'
import type { Caller } from '../../http/route.ts'
import { getActor } from '../../platform/db/statement-scope.ts'
import { type Customer, findActiveCustomer } from '../customers/index.ts'
import {
  type AccessAuthor,
  enqueueMailLink,
  lockForNewAccess,
  type RateLimit,
  recordSecurityEvent,
  requireAttempt,
} from '../identity/index.ts'

/** Seconds for which the mailed link can be confirmed. */
const LINK_SECONDS = 86_400

/** A second request is a minute later at the earliest, and there are five in an hour. */
const REQUEST_LIMITS: readonly RateLimit[] = [
  { name: 'delete-account', max: 1, minutes: 1 },
  { name: 'delete-account-hourly', max: 5, minutes: 60 },
]

/** Lists the channels of the account's vendor, through whose brands the deletion can be requested. */
export async function listChannelsOfAccount(ctx: Context, { accountId }: Caller): Promise<string[]> {
  const { vendor } = await getOpenCustomer(ctx, accountId)
  return listChannels(vendor)
}

/**
 * Mails the link that closes the account by the brand of the channel, which is of the account's vendor, tells the
 * addresses of the last 30 days, and returns when the link expires. Throws 429 for repeated requests.
 */
export async function requestDeletion(ctx: Context, author: AccessAuthor, channel: string): Promise<Date> {
  const { accountId } = author
  await getOpenCustomer(ctx, accountId)
  const brand = findBrandByChannel(channel)!
  for (const limit of REQUEST_LIMITS) await countRequest(ctx, limit, accountId)
  await change(ctx, async tx => {
    const { email, locale } = await lockForNewAccess(tx, author)
    await enqueueMailLink(ctx, tx, {
      accountId,
      purpose: 'delete-account',
      payload: { email, brandId: brand.id, locale, deviceName: getActor().deviceName ?? undefined },
      seconds: LINK_SECONDS,
      offersNotMe: true,
    })
    await recordSecurityEvent(ctx, tx, {
      accountId,
      kind: 'account.closing-requested',
      mailedTo: [email],
    })
  })
  ctx.log.info({ accountId }, 'account deletion requested')
  return new Date(ctx.clock.now().getTime() + LINK_SECONDS * 1000)
}

async function getOpenCustomer(ctx: Context, accountId: string): Promise<Customer> {
  const customer = await findActiveCustomer(ctx.db, accountId)
  if (!customer) throw new Failure('unauthorized', 'The account is closed')
  return customer
}

async function countRequest(ctx: Context, limit: RateLimit, accountId: string): Promise<void> {
  await requireAttempt(ctx, limit, accountId, 'Account deletion was requested a moment ago')
}
