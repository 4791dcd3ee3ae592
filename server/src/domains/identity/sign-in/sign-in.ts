import { randomUUID } from 'node:crypto'
import type { Brand } from '#contract/brands.ts'
import { normalizeEmail } from '#contract/input/email-address.ts'
import { checkInput, type FieldIssues } from '#contract/input/field-issues.ts'
import { type Context, change } from '#server/context.ts'
import { findCustomerByEmail, lockCustomer } from '../../customers/index.ts'
import { enqueueMailLink } from '../mail-links/mail-link.ts'
import { enqueueRecoveryLink } from '../recovery/enqueue-recovery-link.ts'
import { findAccessEnd } from '../store/access-ends.ts'
import { findPasswordHash } from '../store/credentials.ts'
import { verifyPassword } from './passwords.ts'
import {
  countAttempt,
  countAttempts,
  MAIL_LIMIT,
  MAIL_LIMIT_PER_DEVICE,
  MAIL_LIMIT_PER_IP,
  MAIL_LIMIT_PER_REQUESTER,
  refundAttempt,
  resetAttempts,
  WRONG_PASSWORD_LIMIT,
  WRONG_PASSWORD_LIMIT_PER_DEVICE,
  WRONG_PASSWORD_LIMIT_PER_IP,
} from './rate-limits.ts'
import { mailRequestInput, signInInput } from './sign-in-input.ts'

/** The reason why a form is shown again, with the issues of its fields or the minutes to wait. */
export type Refusal =
  | { reason: 'wrong' }
  | { reason: 'wrong-passkey' }
  | { reason: 'invalid'; issues: FieldIssues }
  | { reason: 'too-many'; minutes: number }

/** Seconds for which a mailed link is valid. */
export const LINK_SECONDS = {
  'new-password': 3600,
  'sign-up': 86_400,
  'already-here': 3600,
  'change-email': 86_400,
  'revert-email': 30 * 86_400,
} as const

/** Returns the rate limit subject of sign-in attempts with an address at a vendor's hosts. */
export const toAttemptSubject = (vendor: string, email: string) => `${vendor}:${normalizeEmail(email)}`

/** Who has proved by a password who they are. */
interface CheckedSignIn {
  accountId: string
  /** The latest end of the account's sessions before it was checked; a later one refuses the sign-in. */
  accessEnd: string | null
}

/**
 * Checks address and password. Wrong passwords count against the address and the IP address (429 after 10), or only
 * against the browser if it is known for the account.
 */
export async function signIn(
  ctx: Context,
  {
    email,
    password,
    vendor,
    from,
    device,
  }: { email: string; password: string; vendor: string; from: string; device: string | null },
): Promise<Refusal | CheckedSignIn> {
  const { issues } = checkInput(signInInput, { email, password }, 'form')
  if (issues) return { reason: 'invalid', issues }
  const subject = toAttemptSubject(vendor, email)
  const wait = device
    ? await countAttempt(ctx, WRONG_PASSWORD_LIMIT_PER_DEVICE, device)
    : await countAttempts(ctx, [
        [WRONG_PASSWORD_LIMIT_PER_IP, from],
        [WRONG_PASSWORD_LIMIT, subject],
      ])
  if (wait !== null) return { reason: 'too-many', minutes: wait }
  const customer = await findCustomerByEmail(ctx.db, { vendor, email })
  const accessEnd = customer ? await findAccessEnd(ctx.db, customer.account_id) : null
  const storedHash = customer ? await findPasswordHash(ctx.db, customer.account_id) : null
  const isCorrect = await verifyPassword(password, storedHash)
  if (!customer || !isCorrect) return { reason: 'wrong' }
  if (device) await resetAttempts(ctx, WRONG_PASSWORD_LIMIT_PER_DEVICE, device)
  else {
    await resetAttempts(ctx, WRONG_PASSWORD_LIMIT, subject)
    await refundAttempt(ctx, WRONG_PASSWORD_LIMIT_PER_IP, from)
  }
  return { accountId: customer.account_id, accessEnd }
}

interface MailRequest {
  email: string
  /** The network of the client. */
  from: string
  /** The id of the browser if it is known for the account. */
  device: string | null
  /** Browser and system of the request, for the mail. */
  deviceName: string | undefined
  /** The requested path, encrypted, where the sign-up ends. */
  returnPath?: string | undefined
  brand: Brand
}

/**
 * Requests an account. The response is the same whether or not the address has one: only the mail differs. The password
 * is chosen on the page of the mailed link, which creates the account.
 */
export async function signUp(ctx: Context, request: MailRequest): Promise<Refusal | 'mailed'> {
  const { issues } = checkInput(mailRequestInput, request, 'form')
  if (issues) return { reason: 'invalid', issues }
  const wait = await countMail(ctx, request)
  if (wait !== null) return { reason: 'too-many', minutes: wait }
  const existingCustomer = await findCustomerByEmail(ctx.db, {
    vendor: request.brand.vendor,
    email: request.email,
  })
  const purpose = existingCustomer ? 'already-here' : 'sign-up'
  await createLink(ctx, request, existingCustomer?.account_id ?? randomUUID(), purpose)
  return 'mailed'
}

/** Mails a link to set a new password, if there is an account; the response does not reveal whether there is (P27). */
export async function requestPasswordReset(ctx: Context, request: MailRequest): Promise<Refusal | 'mailed'> {
  const { issues } = checkInput(mailRequestInput, request, 'form')
  if (issues) return { reason: 'invalid', issues }
  const wait = await countMail(ctx, request)
  if (wait !== null) return { reason: 'too-many', minutes: wait }
  const customer = await findCustomerByEmail(ctx.db, { vendor: request.brand.vendor, email: request.email })
  // Does the same work without an account, so that response times do not reveal it; the job then sends no mail.
  const accountId = customer?.account_id ?? randomUUID()
  const seconds = LINK_SECONDS['new-password']
  await change(ctx, async tx => {
    const lockedCustomer = await lockCustomer(tx, accountId)
    // An address that was replaced meanwhile gets no link to the account.
    const isReplaced = lockedCustomer !== undefined && lockedCustomer.email !== customer?.email
    const recoveredId = isReplaced ? randomUUID() : accountId
    await enqueueRecoveryLink(ctx, tx, recoveredId, { payload: createPayload(request), seconds })
  })
  return 'mailed'
}

/** Counts a mail, whether or not the address has an account. A known browser has its own limit, which nobody else uses up. */
async function countMail(ctx: Context, { email, from, device }: MailRequest): Promise<number | null> {
  if (device) return countAttempt(ctx, MAIL_LIMIT_PER_DEVICE, device)
  const recipient = normalizeEmail(email)
  return countAttempts(ctx, [
    [MAIL_LIMIT_PER_REQUESTER, `${from} ${recipient}`],
    [MAIL_LIMIT_PER_IP, from],
    [MAIL_LIMIT, recipient],
  ])
}

async function createLink(
  ctx: Context,
  request: MailRequest,
  accountId: string,
  purpose: 'sign-up' | 'already-here',
): Promise<void> {
  const { returnPath } = request
  const payload = { ...createPayload(request), ...(purpose === 'sign-up' && { returnPath }) }
  const link = { accountId, purpose, payload, seconds: LINK_SECONDS[purpose] }
  await change(ctx, tx => enqueueMailLink(ctx, tx, link))
}

const createPayload = ({ email, brand, deviceName }: MailRequest) => ({
  email: normalizeEmail(email),
  brandId: brand.id,
  locale: brand.locale,
  deviceName,
})
