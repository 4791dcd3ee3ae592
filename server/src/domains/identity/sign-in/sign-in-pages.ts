import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Context, change } from '#server/context.ts'
import { toClientNetwork } from '#server/http/client-address.ts'
import { describeRequest } from '#server/http/describe-request.ts'
import { getActiveCustomer } from '../../customers/index.ts'
import { listFormerEmailsOfCustomer } from '../former-emails/former-emails.ts'
import { passesCsrfCheck } from '../pages/csrf-token.ts'
import { toFieldErrors } from '../pages/field-errors.ts'
import type { Page } from '../pages/page.ts'
import { sendPage } from '../pages/send-page.ts'
import { renderSentPage, type SentState } from '../pages/sent-page.ts'
import {
  renderForgotPasswordPage,
  renderSignInPage,
  renderSignUpPage,
  type SignInState,
} from '../pages/sign-in-page.ts'
import { PASSKEY_METHODS, verifyAssertion } from '../passkeys/assertion.ts'
import { getRelyingParty } from '../passkeys/relying-party.ts'
import { toSignInPurpose } from '../passkeys/sign-in-purpose.ts'
import { recordSecurityEvent } from '../security-events/record-security-event.ts'
import { countAnswer } from '../session/reauthentication.ts'
import { readAttempt, sealReturnPath } from '../session/sign-in-attempts.ts'
import {
  findInteraction,
  finishInteraction,
  type Interaction,
  sendInteractionExpired,
} from './interaction.ts'
import { findKnownDevice, rememberDevice } from './known-devices.ts'
import { type Login, redeemLoginTicket } from './login-ticket.ts'
import { countAttempt, refundAttempt, WRONG_PASSWORD_LIMIT_PER_IP } from './rate-limits.ts'
import {
  LINK_SECONDS,
  type Refusal,
  requestPasswordReset,
  signIn,
  signUp,
  toAttemptSubject,
} from './sign-in.ts'

/** Serves the pages of an interaction: sign-in, sign-up, forgotten password. */
export function serveSignInPages(scope: FastifyInstance, ctx: Context): void {
  serveForm(scope, ctx, '', renderSignInPage, async (interaction, form, request, reply) => {
    const outcome = await answerQuestion(ctx, request, interaction, () =>
      checkSignIn(ctx, request, interaction, form),
    )
    if (outcome === 'session-ended') return sendInteractionExpired(ctx, request, reply)
    if ('reason' in outcome) return showErrors(interaction, renderSignInPage, form.email, outcome, reply)
    await reportNewDevice(ctx, request, reply, outcome.accountId)
    return finishInteraction(ctx, interaction, outcome, request, reply)
  })
  serveMailRequest(scope, ctx, 'sign-up', renderSignUpPage, signUp)
  serveMailRequest(scope, ctx, 'forgotten', renderForgotPasswordPage, requestPasswordReset)
}

/** Checks the passkey of the form, else its address and password. */
async function checkSignIn(
  ctx: Context,
  request: FastifyRequest,
  interaction: Interaction,
  form: Form,
): Promise<Refusal | Login> {
  if (form.passkey) return signInWithPasskey(ctx, request, interaction, form.passkey)
  const requester = getRequester(ctx, request, interaction, form)
  const outcome = await signIn(ctx, { ...form, ...requester, vendor: interaction.brand.vendor })
  return 'reason' in outcome ? outcome : { ...outcome, amr: ['pwd'] }
}

/** Counts wrong answers where the sign-in asks the session of this browser again, which the fifth one ends, as in the dialog of a page. */
async function answerQuestion(
  ctx: Context,
  request: FastifyRequest,
  { state }: Interaction,
  check: () => Promise<Refusal | Login>,
): Promise<Refusal | Login | 'session-ended'> {
  const { askedAccountId: accountId, askedGrantId: grantId } = (await readAttempt(ctx, request, state)) ?? {}
  if (accountId === undefined || grantId === undefined) return check()
  let outcome: Refusal | Login = { reason: 'wrong' }
  const attemptsLeft = await countAnswer(ctx, request, { accountId, grantId }, async () => {
    outcome = await check()
    if ('reason' in outcome) return outcome.reason.startsWith('wrong') ? 'wrong' : 'neither'
    return outcome.accountId === accountId ? 'right' : 'neither'
  })
  return attemptsLeft === 0 ? 'session-ended' : outcome
}

/** Serves a page that requests a mail, and what follows it: its form again, after a pause. */
function serveMailRequest(
  scope: FastifyInstance,
  ctx: Context,
  page: SentState['form'],
  show: ShowPage,
  requestMail: typeof signUp,
): void {
  const seconds = LINK_SECONDS[page === 'sign-up' ? 'sign-up' : 'new-password']
  serveForm(scope, ctx, `/${page}`, show, async (interaction, form, request, reply) => {
    const now = ctx.clock.now().getTime()
    const state = { ...interaction, form: page, email: form.email, hours: seconds / 3600 }
    const waitSeconds = Math.ceil((form.sentAt - now) / 1000) + PAUSE_SECONDS
    if (waitSeconds > 0 && waitSeconds <= PAUSE_SECONDS) {
      const alert = interaction.page.text('sign-in.sent.too-early', { seconds: waitSeconds })
      const html = renderSentPage(interaction.page, { ...state, sentAt: form.sentAt, waitSeconds, alert })
      return sendPage(reply.header('retry-after', String(waitSeconds)), 429, html)
    }
    const requester = getRequester(ctx, request, interaction, form)
    const returnPath = await sealReturnPath(ctx, request, interaction.state)
    const outcome = await requestMail(ctx, { ...form, ...requester, returnPath, brand: interaction.brand })
    if (outcome !== 'mailed') return showErrors(interaction, show, form.email, outcome, reply)
    const html = renderSentPage(interaction.page, { ...state, sentAt: now, waitSeconds: PAUSE_SECONDS })
    return sendPage(reply, 200, html)
  })
}

/** Seconds before a mail is sent again. The limits of mails count apart from it. */
const PAUSE_SECONDS = 30

/**
 * Finds the subjects of limits for a form, the client's network and the browser if it is known for the account, and the name
 * of the device for a mail.
 */
function getRequester(
  ctx: Context,
  request: FastifyRequest,
  { brand }: Interaction,
  { email }: Form,
): { from: string; device: string | null; deviceName: string | undefined } {
  const device = findKnownDevice(ctx, request, toAttemptSubject(brand.vendor, email))
  const deviceName = describeRequest(request).deviceName ?? undefined
  return { from: toClientNetwork(request.ip), device, deviceName }
}

interface Form {
  email: string
  password: string
  /** When the mail was sent that is requested again, in milliseconds since the epoch; 0 for the first one. */
  sentAt: number
  /** The browser's response for a passkey, as JSON; empty for a password. */
  passkey: string
}

type ShowPage = (page: Page, state: SignInState) => string

/** Routes of a page with one form: GET shows it, POST submits it. */
function serveForm(
  scope: FastifyInstance,
  ctx: Context,
  path: string,
  show: ShowPage,
  submit: (
    interaction: Interaction,
    form: Form,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<FastifyReply>,
): void {
  const url = `/identity/interaction/:uid${path}`
  scope.get(url, { config: { policy: 'public' } }, async (request, reply) => {
    const interaction = await findInteraction(ctx, request, reply)
    if (!interaction) return sendInteractionExpired(ctx, request, reply)
    // Tickets are for our own pages: an app proves each sign-in by a form.
    const login = interaction.formTarget ? null : await redeemLoginTicket(ctx, request, reply)
    return login
      ? finishInteraction(ctx, interaction, login, request, reply)
      : sendPage(reply, 200, show(interaction.page, interaction), interaction.formTarget)
  })
  scope.post(url, { config: { policy: 'public' } }, async (request, reply) => {
    const interaction = await findInteraction(ctx, request, reply)
    const form = signInForm.safeParse(request.body ?? {})
    if (!interaction || !form.success || !passesCsrfCheck(ctx, request, interaction.uid, form.data.check))
      return sendInteractionExpired(ctx, request, reply)
    return submit(interaction, form.data, request, reply)
  })
}

const signInForm = z.object({
  check: z.string().max(100).default(''),
  email: z.string().trim().max(1000).default(''),
  // No limit here, so that the rule for passwords refuses a long one; FORM_MAX bounds it.
  password: z.string().default(''),
  sentAt: z.coerce.number().catch(0),
  passkey: z.string().default(''),
})

function showErrors(
  interaction: Interaction,
  show: ShowPage,
  email: string,
  refusal: Refusal,
  reply: FastifyReply,
): FastifyReply {
  const { page, formTarget } = interaction
  const { text } = page
  const state = { ...interaction, email }
  if (refusal.reason === 'too-many') {
    reply.header('retry-after', String(refusal.minutes * 60))
    const alert = text('sign-in.too-many', { minutes: refusal.minutes })
    return sendPage(reply, 429, show(page, { ...state, alert }), formTarget)
  }
  if (refusal.reason !== 'invalid') {
    const alert = text(refusal.reason === 'wrong' ? 'sign-in.failed' : 'sign-in.passkey-failed')
    return sendPage(reply, 401, show(page, { ...state, alert }), formTarget)
  }
  const errors = toFieldErrors(interaction.page, refusal.issues)
  return sendPage(reply, 400, show(page, { ...state, errors }), formTarget)
}

/**
 * Checks the passkey of the sign-in page: the customer is the one of its user handle, whatever address was typed. Refused
 * ones count for the network, as wrong passwords do.
 */
async function signInWithPasskey(
  ctx: Context,
  request: FastifyRequest,
  { uid }: Interaction,
  passkey: string,
): Promise<Refusal | Login> {
  const from = toClientNetwork(request.ip)
  const wait = await countAttempt(ctx, WRONG_PASSWORD_LIMIT_PER_IP, from)
  if (wait !== null) return { reason: 'too-many', minutes: wait }
  const party = getRelyingParty(ctx, request)
  const verified = await verifyAssertion(ctx, party, toSignInPurpose(uid), passkey)
  if (!verified) return { reason: 'wrong-passkey' }
  await refundAttempt(ctx, WRONG_PASSWORD_LIMIT_PER_IP, from)
  const { customer, accessEnd } = verified
  return { accountId: customer.account_id, amr: PASSKEY_METHODS, accessEnd }
}

/**
 * Marks the browser as known after a sign-in, and notifies the owner if it was not known. A browser that was known
 * under an address of the last 30 days is known.
 */
async function reportNewDevice(
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
  await change(ctx, tx => recordSecurityEvent(ctx, tx, { accountId, kind: 'sign-in.new-device' }))
}
