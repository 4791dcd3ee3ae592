import { createHash, randomBytes } from 'node:crypto'
import {
  addressInput,
  createAddress,
  deleteAddress,
  getAddresses,
  updateAddress,
} from '#contract/addresses.ts'
import { businessDetailsInput, getBusinessDetails, putBusinessDetails } from '#contract/business-details.ts'
import {
  CHECKOUT_TICKET_MINUTES,
  CHECKOUT_TICKETS_PER_HOUR,
  createCheckoutTicket,
  redeemCheckoutTicket,
} from '#contract/checkout-tickets.ts'
import {
  type Customer as CustomerAnswer,
  type CustomerPatch,
  customerPatch,
  customerRecord,
  getCustomer,
  patchCustomer,
  putCustomer,
} from '#contract/customers.ts'
import type { Answer } from '#contract/endpoint.ts'
import { getDeliveryCountries } from '#contract/input/address/country.ts'
import {
  getRetailerCustomerStatus,
  getRetailerCustomerStatuses,
  putCustomerStatus,
} from '#contract/retailer-customers.ts'
import { type Context, change } from '#server/context.ts'
import { Failure, notFound } from '#server/http/failure.ts'
import { type Call, type Caller, route, type ServiceCaller } from '#server/http/route.ts'
import { mayAccessVendor } from '#server/http/service-access.ts'
import { requireRecentSignIn } from '#server/http/step-up.ts'
import { receiveSubmission } from '#server/http/submission.ts'
import {
  atMost,
  deleteRows,
  greaterThan,
  insertRows,
  listValues,
  lockRow,
  updateRow,
} from '../../platform/db/rows.ts'
import { getBrandById, getRequestBrand } from '../brands/index.ts'
import { answerState, answerStates } from '../services/index.ts'
import { getActiveCustomer } from './active-customer.ts'
import { addToAddressBook, changeAddress, removeFromAddressBook } from './addresses/addresses.ts'
import { presentAddress } from './addresses/present.ts'
import { listAddresses } from './addresses/store.ts'
import { getBusiness, getBusinessRules, saveBusinessDetails } from './business/details.ts'
import { storeStatus } from './business/status.ts'
import { changeDetails, getRecordRules } from './details.ts'
import { presentCustomer } from './present.ts'
import { type Customer, findActiveCustomer, lockCustomer } from './store/customers.ts'

const HOUR_MS = 3_600_000

/** The ticket is random, so a plain hash cannot be guessed. */
const hashTicket = (ticket: string): string => createHash('sha256').update(ticket).digest('hex')

const addressRoutes = [
  route(getAddresses, async ({ ctx, caller }) => ({
    addresses: (await listAddresses(ctx.db, caller.accountId)).map(presentAddress),
  })),
  route(
    createAddress,
    async ({ ctx, caller, body }) => presentAddress(await addToAddressBook(ctx, caller.accountId, body)),
    async call => getInputSchema(call),
  ),
  route(
    updateAddress,
    async ({ ctx, caller, params, body, request }) =>
      presentAddress(
        await changeAddress(ctx, caller.accountId, params.id, body, request.headers['if-match']),
      ),
    async call => getInputSchema(call),
  ),
  route(deleteAddress, ({ ctx, caller, params }) => removeFromAddressBook(ctx, caller.accountId, params.id)),
]

const businessRoutes = [
  route(getBusinessDetails, ({ ctx, caller }) => getBusiness(ctx, caller.accountId)),
  route(
    putBusinessDetails,
    call =>
      saveBusinessDetails(call.ctx, call.caller.accountId, call.body, {
        ifMatch: call.request.headers['if-match'],
        requireRecentSignIn: () => requireRecentSignIn(call),
      }),
    async call => businessDetailsInput(await getBusinessRules(call)),
  ),
  route(putCustomerStatus, call => {
    const { ctx, params, body } = call
    const reference = { kind: 'statuses', key: params.accountId }
    return receiveSubmission(call, reference, sent => storeStatus(ctx, params.accountId, body, sent))
  }),
  route(getRetailerCustomerStatus, call => answerState(call, 'statuses', call.params.accountId)),
  route(getRetailerCustomerStatuses, call => answerStates(call, 'statuses')),
]

export const customerRoutes = [
  route(getCustomer, ({ ctx, caller }) => getCustomerOfCaller(ctx, caller)),
  route(
    putCustomer,
    async call => changeRecord(call, call.body),
    async call => customerRecord(await getRecordRules(call)),
  ),
  route(
    patchCustomer,
    async call => changeRecord(call, call.body),
    async call => customerPatch(await getRecordRules(call)),
  ),
  route(createCheckoutTicket, ({ ctx, caller }) => createTicket(ctx, caller.accountId)),
  route(redeemCheckoutTicket, ({ ctx, params, request }) =>
    redeemTicket(ctx, params.ticket, request.service!),
  ),
  ...addressRoutes,
  ...businessRoutes,
]

/** Returns the caller as sent to clients. Throws not-found once the account is deleted. */
export async function getCustomerOfCaller(ctx: Context, caller: Caller): Promise<CustomerAnswer> {
  return present(ctx, caller, await getActiveCustomer(ctx.db, caller.accountId))
}

/** Changes the caller's record and returns it. */
async function changeRecord(
  call: Pick<Call<typeof patchCustomer>, 'ctx' | 'caller' | 'request' | 'reply'>,
  parts: CustomerPatch,
): Promise<CustomerAnswer> {
  const { ctx, caller, request } = call
  const customer = await changeDetails(ctx, caller, parts, {
    request,
    requireRecentSignIn: () => requireRecentSignIn(call),
  })
  return present(ctx, caller, customer)
}

const present = async (ctx: Context, caller: Caller, customer: Customer) =>
  presentCustomer(customer, await listAddresses(ctx.db, caller.accountId), caller)

/** Returns the address schema with the rules of the request's brand and of business customers. */
function getInputSchema({ caller, request }: Pick<Call<typeof createAddress>, 'caller' | 'request'>) {
  const countries = getDeliveryCountries(getRequestBrand(request))
  return addressInput({ countries, needsCompany: caller.business })
}

/**
 * Creates a ticket for the shop's checkout: 32 random bytes, of which only the hash is stored. Throws
 * too-many-requests above 60 within an hour; the account's older tickets are deleted.
 */
async function createTicket(ctx: Context, accountId: string): Promise<Answer<typeof createCheckoutTicket>> {
  const ticket = randomBytes(32).toString('base64url')
  const now = ctx.clock.now()
  const expires = new Date(now.getTime() + CHECKOUT_TICKET_MINUTES * 60_000)
  await change(ctx, async tx => {
    // One at a time for an account: its tickets are counted.
    await lockCustomer(tx, accountId)
    await deleteRows(tx.db, 'checkout_tickets', {
      account_id: accountId,
      created_at: atMost(new Date(now.getTime() - HOUR_MS)),
    })
    const key = { account_id: accountId }
    const times = await listValues(tx.db, 'checkout_tickets', key, 'created_at', 'created_at')
    const [oldest] = times
    if (oldest && times.length >= CHECKOUT_TICKETS_PER_HOUR)
      throw new Failure('too-many-requests', 'Too many tickets', {
        retryAfterSeconds: Math.max(1, Math.ceil((oldest.getTime() + HOUR_MS - now.getTime()) / 1000)),
      })
    await insertRows(tx.db, 'checkout_tickets', {
      ticket_hash: hashTicket(ticket),
      account_id: accountId,
      created_at: now,
      expires_at: expires,
    })
  })
  return { ticket, expires: expires.toISOString() }
}

/**
 * Redeems a ticket, once however often it is tried at the same time. Not-found for an unknown, used or expired
 * one, of a closed account, and of another vendor's customer, whose ticket is used up by that.
 */
async function redeemTicket(
  ctx: Context,
  ticket: string,
  service: ServiceCaller,
): Promise<Answer<typeof redeemCheckoutTicket>> {
  const now = ctx.clock.now()
  const usable = { ticket_hash: hashTicket(ticket), redeemed_at: null, expires_at: greaterThan(now) }
  const customer = await change(ctx, async tx => {
    const row = await lockRow(tx, 'checkout_tickets', usable, ['account_id'])
    const owner = row && (await findActiveCustomer(tx.db, row.account_id))
    // Another vendor's service uses up no ticket.
    if (!owner || !mayAccessVendor(service, owner.vendor)) throw notFound('Ticket')
    await updateRow(tx.db, 'checkout_tickets', usable, { redeemed_at: now })
    return owner
  })
  const [address] = await listAddresses(ctx.db, customer.account_id)
  const {
    id: _,
    isDefault,
    ...deliveryAddress
  } = address ? presentAddress(address) : { id: '', isDefault: false }
  return {
    accountId: customer.account_id,
    channel: getBrandById(customer.brand_id).channel,
    locale: customer.locale,
    email: customer.email,
    ...(isDefault && {
      deliveryAddress: deliveryAddress as Answer<typeof redeemCheckoutTicket>['deliveryAddress'],
    }),
    ...(customer.payment_method !== null && { paymentMethod: customer.payment_method }),
  }
}
