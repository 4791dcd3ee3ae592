import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Context, change } from '#server/context.ts'
import { getActiveCustomer } from '../../customers/index.ts'
import { listFormerEmailsOfCustomer } from '../former-emails/former-emails.ts'
import { describeRequest } from '../security-events/describe-request.ts'
import { recordSecurityEvent } from '../security-events/record-security-event.ts'
import { findKnownDevice, rememberDevice } from './known-devices.ts'
import { toAttemptSubject } from './sign-in.ts'

/**
 * Marks the browser as known after a sign-in, and notifies the owner if it was not known (NX-327). A browser that was known
 * under an address of the last 30 days is known.
 */
export async function reportNewDevice(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  accountId: string,
): Promise<void> {
  const customer = await getActiveCustomer(ctx.db, accountId)
  const { vendor, email } = customer
  const formerEmails = await listFormerEmailsOfCustomer(ctx, ctx.db, customer)
  const isKnown = [email, ...formerEmails.map(row => row.email)].some(
    each => findKnownDevice(ctx, request, toAttemptSubject(vendor, each)) !== null,
  )
  rememberDevice(ctx, request, reply, toAttemptSubject(vendor, email))
  if (isKnown) return
  const event = { accountId, kind: 'sign-in.new-device', ...describeRequest(request) } as const
  await change(ctx, tx => recordSecurityEvent(ctx, tx, event))
}
