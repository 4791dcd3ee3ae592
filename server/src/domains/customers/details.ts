import type { FastifyRequest } from 'fastify'
import { brandOfHost } from '#brands/index.ts'
import type { Brand } from '#contract/brands.ts'
import type { CustomerPatch, CustomerRecordRules } from '#contract/customers.ts'
import { calendarDay } from '#contract/input/calendar-day.ts'
import { type Context, change } from '#server/context.ts'
import { Failure, notFound } from '#server/http/failure.ts'
import type { Caller } from '#server/http/route.ts'
import { getBrandById } from '../brands/index.ts'
import { callbackAddressChanged } from './events.ts'
import { type Customer, findActiveCustomer, lockCustomer } from './store/customers.ts'
import { type CustomerChanges, setCustomerDetails } from './store/details.ts'

export interface CallOfCustomer {
  ctx: Context
  caller: Caller
  request: FastifyRequest
}

/** The rules of the caller's record. */
export async function recordRulesOf(call: CallOfCustomer): Promise<CustomerRecordRules> {
  const { timeZone, paymentMethods } = await brandOfCall(call)
  const today = calendarDay(call.ctx.clock.now(), timeZone)
  return { today, paymentMethods, business: call.caller.business }
}

/** The brand whose page calls; that of the account where the host is a service's. */
export async function brandOfCall({ ctx, caller, request }: CallOfCustomer): Promise<Brand> {
  const brand = brandOfHost(request.host)
  if (brand) return brand
  const customer = await findActiveCustomer(ctx.db, caller.accountId)
  if (!customer) throw notFound('Customer')
  return getBrandById(customer.brand_id)
}

/**
 * Changes the given parts of the caller's record, all or none. Throws forbidden for callbacks of a consumer, conflict for
 * those of a blocked business.
 */
export async function changeDetails(
  ctx: Context,
  { accountId, business }: Pick<Caller, 'accountId' | 'business'>,
  parts: CustomerPatch,
): Promise<Customer> {
  if (parts.ftp && !business) throw new Failure('forbidden', 'Callbacks are for business customers')
  return change(ctx, async tx => {
    const before = await lockCustomer(tx, accountId)
    if (parts.ftp && before?.business_status === 'Blocked')
      throw new Failure('conflict', 'The account is blocked')
    const changed = await setCustomerDetails(tx, accountId, columnsOf(parts))
    if (!changed) throw notFound('Customer')
    if (parts.ftp)
      await ctx.events.emit(tx, callbackAddressChanged, { accountId, callbackUrl: changed.callback_url })
    return changed
  })
}

/** Only what is given: a column that is undefined is not written. */
function columnsOf({ ftp, ...parts }: CustomerPatch): CustomerChanges {
  const { callbackUrl, callbackFormat } = (ftp ?? {}) as Callbacks
  return {
    salutation: parts.salutation,
    first_name: parts.firstName,
    last_name: parts.lastName,
    date_of_birth: parts.dateOfBirth,
    phone_number: parts.phoneNumber,
    locale: parts.language,
    payment_method: parts.paymentMethod,
    callback_url: callbackUrl === '' ? null : callbackUrl,
    callback_format: callbackFormat,
  }
}

interface Callbacks {
  callbackUrl?: string | null
  callbackFormat?: 'JSON' | 'XML'
}
