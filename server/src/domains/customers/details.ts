import type { FastifyRequest } from 'fastify'
import { findBrandByHost } from '#brands/index.ts'
import type { Brand } from '#contract/brands.ts'
import type { CustomerPatch, CustomerRecordRules } from '#contract/customers.ts'
import { formatCalendarDay } from '#contract/input/calendar-day.ts'
import { getReplacedParts } from '#contract/input/entity-tag.ts'
import { type Context, change } from '#server/context.ts'
import { Failure, notFound } from '#server/http/failure.ts'
import { requireMatch } from '#server/http/if-match.ts'
import type { Caller } from '#server/http/route.ts'
import { publishToAccount } from '#server/platform/push/account-channel.ts'
import { getBrandById } from '../brands/index.ts'
import { getActiveCustomer } from './active-customer.ts'
import { recordDetails } from './details-entries.ts'
import { callbackAddressChanged, RecentSignInNeeded } from './events.ts'
import { presentCustomer } from './present.ts'
import { type Customer, lockCustomer } from './store/customers.ts'
import { type CustomerChanges, setCustomerDetails } from './store/details.ts'

export interface CustomerCall {
  ctx: Context
  caller: Caller
  request: FastifyRequest
}

export async function getRecordRules(call: CustomerCall): Promise<CustomerRecordRules> {
  const { timeZone, paymentMethods } = await findBrandOfCall(call)
  const { ctx, caller } = call
  const { first_name, last_name, payment_method } = await getActiveCustomer(ctx.db, caller.accountId)
  return {
    today: formatCalendarDay(ctx.clock.now(), timeZone),
    // The method of another brand can be written back.
    paymentMethods: payment_method === null ? paymentMethods : [...paymentMethods, payment_method],
    business: caller.business,
    hasName: first_name !== null && last_name !== null,
  }
}

/** Finds the brand of the request's host; on the host of a service, the brand of the account. */
export async function findBrandOfCall({ ctx, caller, request }: CustomerCall): Promise<Brand> {
  const brand = findBrandByHost(request.host)
  if (brand) return brand
  return getBrandById((await getActiveCustomer(ctx.db, caller.accountId)).brand_id)
}

/**
 * Changes the given parts of the caller's record, all or none. Throws forbidden for callback settings of a consumer,
 * conflict for callback settings of a blocked business, precondition-failed when the If-Match of the request names another
 * state of them.
 * Another callback address receives the business's data: it needs a recent sign-in, turning callbacks off does not.
 */
export async function changeDetails(
  ctx: Context,
  caller: ChangingCaller,
  parts: CustomerPatch,
  { request, requireRecentSignIn }: ChangeConditions,
): Promise<Customer> {
  if (parts.ftp && !caller.business) throw new Failure('forbidden', 'Callbacks are for business customers')
  try {
    return await changeRecord(ctx, caller, parts, { request, isConfirmed: false })
  } catch (error) {
    if (!(error instanceof RecentSignInNeeded)) throw error
  }
  await requireRecentSignIn()
  return changeRecord(ctx, caller, parts, { request, isConfirmed: true })
}

interface ChangeConditions {
  request: FastifyRequest | null
  /** Called outside of transactions. */
  requireRecentSignIn: () => Promise<void>
}

function changeRecord(
  ctx: Context,
  { accountId, business, grantId = null }: ChangingCaller,
  parts: CustomerPatch,
  { request, isConfirmed }: { request: FastifyRequest | null; isConfirmed: boolean },
): Promise<Customer> {
  return change(ctx, async tx => {
    const currentCustomer = await lockCustomer(tx, accountId)
    if (parts.ftp && currentCustomer?.business_status === 'Blocked')
      throw new Failure('conflict', 'The account is blocked')
    if (currentCustomer) {
      const record = presentCustomer(currentCustomer, [], { business })
      await requireMatch(request?.headers['if-match'], getReplacedParts(record, Object.keys(parts)))
    }
    const changedCustomer = await setCustomerDetails(tx, accountId, toColumns(parts))
    if (!changedCustomer || !currentCustomer) throw notFound('Customer')
    await recordDetails(ctx, tx, currentCustomer, changedCustomer)
    if (parts.ftp)
      await ctx.events.emit(tx, callbackAddressChanged, {
        accountId,
        callbackUrl: changedCustomer.callback_url,
        previousUrl: currentCustomer.callback_url,
        callbackFormat: changedCustomer.callback_format ?? 'JSON',
        previousFormat: currentCustomer.callback_format ?? 'JSON',
        grantId,
        isConfirmed,
      })
    const { callback_url: address } = changedCustomer
    if (address !== null && address !== currentCustomer?.callback_url && !isConfirmed)
      throw new RecentSignInNeeded('Another address needs a recent sign-in')
    await publishToAccount(ctx, tx, accountId, { type: 'customer-changed' })
    return changedCustomer
  })
}

type ChangingCaller = Pick<Caller, 'accountId' | 'business'> & Partial<Pick<Caller, 'grantId'>>

/** Returns the columns of the given parts; columns that are undefined are not written. */
function toColumns({ ftp, ...parts }: CustomerPatch): CustomerChanges {
  const { callbackUrl, callbackFormat } = (ftp ?? {}) as CallbackSettings
  return {
    salutation: parts.salutation,
    first_name: parts.firstName,
    last_name: parts.lastName,
    date_of_birth: parts.dateOfBirth,
    phone_number: parts.phoneNumber,
    locale: parts.language,
    payment_method: parts.paymentMethod,
    shares_positions: parts.sharesPositions,
    callback_url: callbackUrl === '' ? null : callbackUrl,
    callback_format: callbackFormat,
  }
}

interface CallbackSettings {
  callbackUrl?: string | null
  callbackFormat?: 'JSON' | 'XML'
}
