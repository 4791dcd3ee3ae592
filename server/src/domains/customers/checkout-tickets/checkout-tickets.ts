import { createHash, randomBytes } from 'node:crypto'
import {
  CHECKOUT_TICKET_MINUTES,
  CHECKOUT_TICKETS_PER_HOUR,
  type createCheckoutTicket,
  type redeemCheckoutTicket,
} from '#contract/checkout-tickets.ts'
import type { Answer } from '#contract/endpoint.ts'
import { type Context, change } from '#server/context.ts'
import { Failure, notFound } from '#server/http/failure.ts'
import type { ServiceCaller } from '#server/http/route.ts'
import { mayAccessVendor } from '#server/http/service-access.ts'
import { getBrandById } from '../../brands/index.ts'
import { presentAddress } from '../addresses/present.ts'
import { listAddresses } from '../addresses/store.ts'
import { findActiveCustomer, lockCustomer } from '../store/customers.ts'
import { deleteTicketsBefore, insertTicket, listTicketTimes, redeemTicketRow } from './store.ts'

const HOUR_MS = 3_600_000

/**
 * Creates a ticket for the shop's checkout (NX-150): 32 random bytes, of which only the hash is stored. Throws
 * too-many-requests above 60 within an hour; the account's older tickets are deleted.
 */
export async function createTicket(
  ctx: Context,
  accountId: string,
): Promise<Answer<typeof createCheckoutTicket>> {
  const ticket = randomBytes(32).toString('base64url')
  const now = ctx.clock.now()
  const expires = new Date(now.getTime() + CHECKOUT_TICKET_MINUTES * 60_000)
  await change(ctx, async tx => {
    // One at a time for an account: its tickets are counted.
    await lockCustomer(tx, accountId)
    await deleteTicketsBefore(tx, accountId, new Date(now.getTime() - HOUR_MS))
    const times = await listTicketTimes(tx.db, accountId)
    const [oldest] = times
    if (oldest && times.length >= CHECKOUT_TICKETS_PER_HOUR)
      throw new Failure('too-many-requests', 'Too many tickets', {
        retryAfterSeconds: Math.max(1, Math.ceil((oldest.getTime() + HOUR_MS - now.getTime()) / 1000)),
      })
    await insertTicket(tx, {
      ticket_hash: hashTicket(ticket),
      account_id: accountId,
      created_at: now,
      expires_at: expires,
    })
  })
  return { ticket, expires: expires.toISOString() }
}

/**
 * Redeems a ticket, once however often it is tried at the same time (NX-151). Not-found for an unknown, used or expired
 * one, of a closed account, and of another vendor's customer, whose ticket is used up by that.
 */
export async function redeemTicket(
  ctx: Context,
  ticket: string,
  service: ServiceCaller,
): Promise<Answer<typeof redeemCheckoutTicket>> {
  const accountId = await change(ctx, tx => redeemTicketRow(tx, hashTicket(ticket), ctx.clock.now()))
  const customer = accountId === undefined ? undefined : await findActiveCustomer(ctx.db, accountId)
  if (!customer || !mayAccessVendor(service, customer.vendor)) throw notFound('Ticket')
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

/** The ticket is random, so a plain hash cannot be guessed. */
const hashTicket = (ticket: string): string => createHash('sha256').update(ticket).digest('hex')
